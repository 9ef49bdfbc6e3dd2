import { ALL, linksOf, type Link, type StatsQuery } from "@airlock/contract";
import { countedVersions, fittingSources } from "@airlock/backend/executions";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, refuse, type Done, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { versionState } from "../version/resource.ts";
import { findVersion } from "../version/store.ts";
import { versionSubject } from "../version/subject.ts";
import { statsDetailsResource } from "./details-resource.ts";
import { planDetails, readDetails } from "./details-store.ts";
import { readRange } from "./granularity.ts";
import { statsResource } from "./resource.ts";
import { countExecutions } from "./store.ts";

export function statsRoutes(router: Router, parts: Parts): void {
  router.object("version.stats", versionSubject, ({ actor, query, signal }, version) => {
    const parameters = { versionId: version.id, solutionId: version.solution_id };
    const self = linksOf("version", versionState(version), parameters, actor.permissions)["stats"];
    return Promise.resolve(afterCommit(() => read(parts, { actor, signal }, version.id, query, self)));
  });

  router.user("stats.read", async ({ actor, tx, query, signal }) => {
    const key = query.id === "-" ? ALL : query.id;
    if (key !== ALL && (await findVersion(tx, key, false)) === undefined) return refuse("VERSION_NOT_FOUND");
    const self = linksOf("profile", {}, {}, actor.permissions)["versionStats"];
    return afterCommit(() => read(parts, { actor, signal }, key, query, self));
  });

  router.user("stats.details", async ({ actor, tx, query, signal }) => {
    const key = query.id === "-" ? ALL : query.id;
    if (key !== ALL && (await findVersion(tx, key, false)) === undefined) return refuse("VERSION_NOT_FOUND");
    return afterCommit(() => readDetailed(parts, { actor, signal }, key, query));
  });
}

/** With more versions, the oldest are omitted from the list, and their last minutes are counted when a worker does it. */
const maxVersions = 1_000;

async function readDetailed(
  parts: Parts,
  { actor, signal }: { readonly actor: Actor; readonly signal: AbortSignal },
  key: string,
  query: StatsQuery,
): Promise<Done<ReturnType<typeof statsDetailsResource>> | Refused> {
  const range = readRange(query, Date.now() / 1000);
  if (isRefused(range)) return range;
  if (range.granularity.seconds % 60 !== 0) {
    return refuse("INVALID_REQUEST", [{ field: "gran", code: "invalid", message: "Use whole minutes." }]);
  }
  return unlessUnavailable(parts.log, "STATISTICS_UNAVAILABLE", async () => {
    const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
    const plan = await planDetails(clickhouse, actor.organisationId, key, range);
    const versions = await parts.postgres.inOrganisation(actor, (tx) => countedVersions(tx, plan.versionIds, maxVersions));
    const isCountedNow = new Set(plan.stretches.flatMap((stretch) => stretch.versions));
    const sources = versions.flatMap(({ id, outcome }) => (outcome === undefined || !isCountedNow.has(id) ? [] : [[id, outcome] as const]));
    const details = await readDetails(clickhouse, plan, fittingSources(new Map(sources)));
    const self = linksOf("profile", {}, {}, actor.permissions)["statsDetails"];
    return done(statsDetailsResource(key, range, details, versions, self));
  });
}

/** After the transaction, so that a slow count holds no Postgres connection. */
async function read(
  parts: Parts,
  { actor, signal }: { readonly actor: Actor; readonly signal: AbortSignal },
  key: string,
  query: StatsQuery,
  self: Link | undefined,
): Promise<Done<ReturnType<typeof statsResource>> | Refused> {
  const range = readRange(query, Date.now() / 1000);
  if (isRefused(range)) return range;
  return unlessUnavailable(parts.log, "STATISTICS_UNAVAILABLE", async () => {
    const counts = await countExecutions(parts.clickhouse.forOrganisation(actor.organisationId, signal), actor.organisationId, key, range);
    return done(statsResource(key, range, counts, self));
  });
}
