import {
  linksOf,
  type Link,
  type Links,
  type List,
  type PageQuery,
  type Resource,
  type ResourceStates,
  type RolloutFields,
} from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { findRollout, type RolloutRow } from "./store.ts";

function rolloutState({ kind, status }: RolloutRow): ResourceStates["rollout"] {
  return { kind, status };
}

export const rolloutSubject: Subject<"rollout", RolloutRow> = {
  resource: "rollout",
  parameter: "rolloutId",
  missing: "ROLLOUT_NOT_FOUND",
  find: findRollout,
  state: rolloutState,
};

function rolloutLinks(actor: Actor, row: RolloutRow) {
  return linksOf("rollout", rolloutState(row), { rolloutId: row.id }, actor.permissions);
}

export function rolloutResource(actor: Actor, row: RolloutRow): Resource<RolloutFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      solutionWss: row.solution_id,
      solutionName: row.solution_name,
      number: row.number,
      kind: row.kind,
      status: row.status,
      versionWss: row.version_id,
      versionName: row.version_name,
      liveVersionWss: row.live_version_id,
      liveVersionName: row.live_version_name,
      share: row.share / 100,
      field: row.field,
      steps: [...row.steps],
      step: row.step,
      stepDate: row.step_at?.toISOString() ?? null,
      nextStepDate: nextStepDate(row),
      guards: [...row.guards],
      guardStates: [...row.guard_states],
      knownOutcome: row.known_outcome,
      reason: row.reason,
      message: row.message,
      releaseRequestWss: row.request_id,
      createdDate: row.created_at.toISOString(),
      createdBy: row.created_by_name,
      beganDate: row.began_at?.toISOString() ?? null,
      endedDate: row.ended_at?.toISOString() ?? null,
      revision: row.revision,
    },
    _links: rolloutLinks(actor, row),
  };
}

/** Links of a rollout's results: their own, and the rollout's. */
export function resultLinks(actor: Actor, row: RolloutRow, rel: "results" | "shadow"): Links {
  const { self, [rel]: own } = rolloutLinks(actor, row);
  return { ...(own === undefined ? {} : { self: own }), ...(self === undefined ? {} : { rollout: { ...self, allow: ["GET"] } }) };
}

function nextStepDate({ status, step_at, steps, step }: RolloutRow): string | null {
  const current = steps[step];
  if (status !== "running" || step_at === null || current === undefined) return null;
  return new Date(step_at.getTime() + current.minutes * 60_000).toISOString();
}

export function rolloutList(actor: Actor, self: Link | undefined, query: PageQuery, page: Page<RolloutRow>): List<RolloutFields> {
  return pageList(
    page.rows.map((row) => rolloutResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}
