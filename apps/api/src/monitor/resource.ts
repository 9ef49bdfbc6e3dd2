import {
  linksOf,
  type FiringFields,
  type Link,
  type List,
  type MonitorFields,
  type PageQuery,
  type Resource,
  type ResourceStates,
  type WholeFiringFields,
} from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { findFiring, type FiringRow, type WatchedVersions } from "./firing-store.ts";
import { findMonitor, type MonitorRow } from "./store.ts";

export const monitorSubject: Subject<"monitor", MonitorRow> = {
  resource: "monitor",
  parameter: "monitorId",
  missing: "MONITOR_NOT_FOUND",
  find: findMonitor,
  state: () => ({}),
};

export const firingSubject: Subject<"firing", FiringRow> = {
  resource: "firing",
  parameter: "firingId",
  missing: "FIRING_NOT_FOUND",
  find: findFiring,
  state: firingState,
};

function firingState({ ended_at }: FiringRow): ResourceStates["firing"] {
  return { isOpen: ended_at === null };
}

export function monitorResource(actor: Actor, row: MonitorRow): Resource<MonitorFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      solutionWss: row.solution_id,
      solutionName: row.solution_name,
      name: row.name,
      measure: row.measure,
      rule: row.rule,
      windowMinutes: row.window_minutes,
      minDecisions: row.min_decisions,
      notify: row.notify.map(({ kind, id, name }) => ({ kind, webSafeString: id, name })),
      mutedUntil: row.muted_until?.toISOString() ?? null,
      judgement: row.judgement,
      value: row.value,
      decisions: row.decisions,
      usual: row.usual,
      moved: row.moved,
      judgedDate: row.judged_at?.toISOString() ?? null,
      unjudgedSince: row.unjudged_since?.toISOString() ?? null,
      points: [...row.points],
      firingWss: row.firing_id,
      firingSince: row.firing_since?.toISOString() ?? null,
      isAcknowledged: row.acknowledged_at !== null,
      createdDate: row.created_at.toISOString(),
      createdBy: row.created_by_name,
      revision: row.revision,
    },
    _links: monitorLinks(actor, row.id),
  };
}

export function monitorLinks(actor: Actor, monitorId: string) {
  return linksOf("monitor", {}, { monitorId }, actor.permissions);
}

export function monitorList(actor: Actor, self: Link | undefined, query: PageQuery, page: Page<MonitorRow>): List<MonitorFields> {
  return pageList(
    page.rows.map((row) => monitorResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}

function firingFields(row: FiringRow): FiringFields {
  return {
    webSafeString: row.id,
    monitorWss: row.monitor_id,
    name: row.name,
    solutionWss: row.solution_id,
    solutionName: row.solution_name,
    measure: row.measure,
    rule: row.rule,
    windowMinutes: row.window_minutes,
    beganDate: row.began_at.toISOString(),
    endedDate: row.ended_at?.toISOString() ?? null,
    acknowledgedDate: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: row.acknowledged_by_name,
    acknowledgedByWss: row.acknowledged_by,
    value: row.value,
    peak: row.peak,
    decisions: row.decisions,
    usual: row.usual,
    moved: row.moved,
    notified: row.notified,
  };
}

function firingLinks(actor: Actor, row: FiringRow) {
  return linksOf("firing", firingState(row), { firingId: row.id, monitorId: row.monitor_id }, actor.permissions);
}

export function firingResource(actor: Actor, row: FiringRow, versions: WatchedVersions): Resource<WholeFiringFields> {
  return {
    _embedded: { ...firingFields(row), points: [...row.points], executions: executionsBehind(row, versions) },
    _links: firingLinks(actor, row),
  };
}

/** From the start of the window in which it began. */
export function executionsBehind(
  {
    began_at,
    ended_at,
    window_minutes,
    measure,
    rule,
    usual,
    moved,
  }: Pick<FiringRow, "began_at" | "ended_at" | "window_minutes" | "measure" | "rule" | "usual" | "moved">,
  { ids, outcomeField }: WatchedVersions,
  now = new Date(),
): WholeFiringFields["executions"] {
  const from = new Date(began_at.getTime() - window_minutes * 60_000).toISOString();
  const behind = { versions: [...ids], from, to: (ended_at ?? now).toISOString() };
  if (measure.kind === "failedShare") return { ...behind, status: "failed" };
  if (measure.kind === "reasonShare") return { ...behind, reasonCode: measure.reasonCode };
  if (measure.kind === "outcomeShare" && outcomeField !== null) return { ...behind, field: outcomeField, value: measure.outcome };
  // For an outcome that lost, the relevant executions have other outcomes, and which is unknown.
  if (moved !== null && moved.by > 0 && outcomeField !== null) return { ...behind, field: outcomeField, value: moved.outcome };
  const limit = rule.kind === "threshold" ? rule.max : (usual?.max ?? null);
  if (measure.kind !== "p99") return behind;
  return { ...behind, order: "slowest", ...(limit === null ? {} : { minMillis: limit }) };
}

export function firingList(
  actor: Actor,
  self: Link | undefined,
  query: PageQuery,
  page: Page<FiringRow>,
  filters: Readonly<Record<string, string>> = {},
): List<FiringFields> {
  const items = page.rows.map((row) => ({ _embedded: firingFields(row), _links: firingLinks(actor, row) }));
  return pageList(items, page, listLinks(self, query, page, filters));
}
