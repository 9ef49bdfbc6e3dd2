import { beginRelease, beginRollout, confirmRelease, type CarriedOut } from "@airlock/backend/deployments";
import { findApproval, liveVersion } from "@airlock/backend/releases";
import { approvalOf, endRollout, promoteRollout } from "@airlock/backend/rollouts";
import { linksOf, type KnownOutcome, type RolloutCreate } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { columnsOf } from "../datasource/columns-of.ts";
import { findDatasource } from "../datasource/store.ts";
import { notCarriedOut } from "../deployment/not-carried-out.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, isRefused, refuse, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { notBegun } from "../release/begin.ts";
import { solutionState } from "../solution/resource.ts";
import { solutionSubject } from "../solution/subject.ts";
import { findVersion, readFrozenDefinition } from "../version/store.ts";
import { resultLinks, rolloutList, rolloutResource, rolloutSubject } from "./resource.ts";
import { findSources, readResults } from "./results.ts";
import { readShadow } from "./shadow-results.ts";
import { changeShare, createRollout, findRollout, isRunning, listRollouts, partsOf, setKnownOutcome, type RolloutRow } from "./store.ts";

export function rolloutRoutes(router: Router, parts: Parts): void {
  router.object("solution.rollouts.list", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listRollouts(tx, solution.id, query);
    const self = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions)["rollouts"];
    return isRefused(page) ? page : done(rolloutList(actor, self, query, page));
  });

  router.object("solution.rollouts.create", solutionSubject, async ({ actor, tx, body, ids }, solution) => {
    // Locked, so that it cannot be deleted concurrently.
    const version = await findVersion(tx, body.versionWss, true);
    if (version === undefined || version.solution_id !== solution.id) return refuse("VERSION_NOT_FOUND");
    const liveVersionId = await liveVersion(tx, solution.id);
    if (liveVersionId === undefined) return refuse("NOTHING_RELEASED");
    if (liveVersionId === version.id) return refuse("VERSION_ALREADY_LIVE");
    if (await isRunning(tx, solution.id, body.kind)) return refuse("ROLLOUT_RUNNING");
    const refused = await wrongFields(tx, body, liveVersionId);
    if (refused !== undefined) return refused;
    const judged = { organisationId: actor.organisationId, solutionId: solution.id, versionId: version.id };
    // A shadow serves no caller, so the policy does not apply.
    const approval = body.kind === "shadow" ? ({ kind: "notNeeded" } as const) : await findApproval(tx, judged, true);
    if (approval.kind === "missing" || approval.kind === "checking") return refuse("RELEASE_NEEDS_REQUEST");
    const requestId = approval.kind === "approved" ? approval.requestId : null;
    const rolloutId = await createRollout(tx, actor, solution.id, body, { liveVersionId, requestId });
    await parts.jobs.send(tx, "rollout.begin", { organisationId: actor.organisationId, rolloutId }, ids);
    return afterCommit(async () => notBegun(await beginRollout(parts, actor, rolloutId)) ?? reread(actor, rolloutId));
  });

  router.object("rollout.read", rolloutSubject, ({ actor }, row) => Promise.resolve(done(rolloutResource(actor, row))));

  router.object("rollout.change", rolloutSubject, async ({ actor, tx, body, ids }, row) => {
    if (row.kind !== "shadow" && partsOf(body.share) > row.share) {
      const approval = await approvalOf(tx, row, true);
      if (approval.kind === "missing" || approval.kind === "checking") return refuse("RELEASE_NEEDS_REQUEST");
    }
    await changeShare(tx, row, body.share);
    return publish({ actor, tx, ids }, row);
  });

  router.object("rollout.end", rolloutSubject, async ({ actor, tx, body, ids }, row) => {
    await endRollout(tx, row.id, { status: "ended", message: body.reason });
    return publish({ actor, tx, ids }, row);
  });

  router.object("rollout.promote", rolloutSubject, async ({ actor, tx, body, ids }, row) => {
    if ((await findVersion(tx, row.version_id, true)) === undefined) return refuse("VERSION_NOT_FOUND");
    const releaseId = await promoteRollout(tx, row, body.reason === "" ? row.reason : body.reason);
    if (releaseId === undefined) return refuse("RELEASE_NEEDS_REQUEST");
    await parts.jobs.send(tx, "release.begin", { organisationId: actor.organisationId, releaseId }, ids);
    return afterCommit(async () => notBegun(await beginRelease(parts, actor, releaseId)) ?? reread(actor, row.id));
  });

  router.object("rollout.knownOutcome", rolloutSubject, async ({ actor, tx, body }, row) => {
    const refused = await wrongKnownOutcome(tx, body.knownOutcome);
    if (refused !== undefined) return refused;
    await setKnownOutcome(tx, row.id, body.knownOutcome);
    const changed = await findRollout(tx, row.id, false);
    return changed === undefined ? refuse("ROLLOUT_NOT_FOUND") : done(rolloutResource(actor, changed));
  });

  router.object("rollout.results", rolloutSubject, async ({ actor, tx, signal }, row) => {
    const sources = await findSources(tx, row);
    return afterCommit(() =>
      unlessUnavailable(parts.log, "STATISTICS_UNAVAILABLE", async () => {
        const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
        return done({ _embedded: await readResults(clickhouse, row, sources), _links: resultLinks(actor, row, "results") });
      }),
    );
  });

  router.object("rollout.shadow", rolloutSubject, ({ actor, signal }, row) =>
    Promise.resolve(
      afterCommit(() =>
        unlessUnavailable(parts.log, "STATISTICS_UNAVAILABLE", async () => {
          const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
          return done({ _embedded: await readShadow(clickhouse, row), _links: resultLinks(actor, row, "shadow") });
        }),
      ),
    ),
  );

  /** Publishes the current state to the runtimes: immediately, and by a job in case this process dies. */
  async function publish({ actor, tx, ids }: Pick<Asking, "actor" | "tx" | "ids">, { id, solution_id: solutionId }: RolloutRow) {
    await parts.jobs.send(tx, "release.publish", { organisationId: actor.organisationId, solutionId }, ids);
    return afterCommit(async () => {
      const carriedOut: CarriedOut = await confirmRelease(parts, actor, solutionId);
      return notCarriedOut(carriedOut) ?? reread(actor, id);
    });
  }

  async function reread(actor: Actor, id: string) {
    const row = await parts.postgres.inOrganisation(actor, (tx) => findRollout(tx, id, false));
    return row === undefined ? refuse("ROLLOUT_NOT_FOUND") : done(rolloutResource(actor, row));
  }
}

interface Asking {
  readonly actor: Actor;
  readonly tx: Tx;
  readonly ids: Parameters<Parts["jobs"]["send"]>[3];
}

/** Why a field or datasource of the rollout does not exist; undefined if all do. */
async function wrongFields(tx: Tx, { field, knownOutcome }: RolloutCreate, liveVersionId: string): Promise<Refused | undefined> {
  if (field !== null) {
    const { applicationDatasetFields } = await readFrozenDefinition(tx, liveVersionId);
    if (!applicationDatasetFields.some(({ name }) => name === field)) {
      return refuse("INVALID_REQUEST", [{ field: "field", code: "unknown", message: "The live version has no input field of this name." }]);
    }
  }
  return wrongKnownOutcome(tx, knownOutcome);
}

async function wrongKnownOutcome(tx: Tx, knownOutcome: KnownOutcome | null): Promise<Refused | undefined> {
  if (knownOutcome === null) return undefined;
  const datasource = await findDatasource(tx, knownOutcome.datasourceWss, false);
  if (datasource === undefined) return refuse("DATASOURCE_NOT_FOUND");
  const keys = new Set(columnsOf(datasource.columns).map(({ key }) => key));
  const missing = (["executionColumn", "outcomeColumn"] as const).filter((name) => !keys.has(knownOutcome[name]));
  if (missing.length === 0) return undefined;
  return refuse(
    "INVALID_REQUEST",
    missing.map((name) => ({ field: `knownOutcome.${name}`, code: "unknown", message: "The datasource has no such column." })),
  );
}
