import { linksOf, type RefusedRequestQuery } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { readPosition, writePosition } from "../execution/position.ts";
import { unlessUnavailable } from "../http/failure.ts";
import { countedAs, countLimit } from "../http/page.ts";
import type { Router } from "../http/router.ts";
import { afterCommit, done, isRefused, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { readRange } from "../stats/granularity.ts";
import { namesOf, versionsOfSolution } from "./names.ts";
import { refusedCountsResource, refusedRequestList, refusedRequestResource } from "./resource.ts";
import { countRefusedRequests, findRefusedRequests, sumRefusedRequests, type Searched } from "./store.ts";

export function refusedRequestRoutes(router: Router, parts: Parts): void {
  router.user("refusedRequests.list", async ({ actor, tx, query, signal }) => {
    const { limit, after: text, ...filters } = query;
    const after = text === undefined ? undefined : readPosition(text);
    if (text !== undefined && after === undefined) {
      return refuse("INVALID_REQUEST", [{ field: "after", code: "unknown", message: "Use the address of a next link as it is." }]);
    }
    const searched = await searchedBy(tx, filters);
    const self = linksOf("profile", {}, {}, actor.permissions)["refusedRequests"];
    // After the transaction, so that a slow search holds no Postgres connection.
    return afterCommit(async () => {
      const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
      const found = await unlessUnavailable(parts.log, "REQUESTS_UNAVAILABLE", () =>
        Promise.all([
          findRefusedRequests(clickhouse, actor.organisationId, searched, { limit, after }),
          countRefusedRequests(clickhouse, actor.organisationId, searched, countLimit + 1),
        ]),
      );
      if (isRefused(found)) return found;
      const [rows, count] = found;
      const page = rows.slice(0, limit);
      const names = await parts.postgres.inOrganisation(actor, (next) =>
        namesOf(next, {
          versions: page.map(({ version }) => version),
          callers: page.map(({ caller }) => caller),
          keys: page.map(({ key }) => key),
        }),
      );
      const items = page.map((row) => refusedRequestResource(row, names));
      const last = rows.length > limit ? page.at(-1) : undefined;
      const next = last && nextQuery(query, writePosition({ started: last.at_ms, id: last.id }));
      return done(refusedRequestList(items, countedAs(count), self, next));
    });
  });

  router.user("refusedRequests.count", async ({ actor, tx, query, signal }) => {
    const { gran, ...filters } = query;
    const range = readRange({ start: filters.from ?? "-", end: filters.to ?? "-", gran }, Date.now() / 1000);
    if (isRefused(range)) return range;
    const searched = await searchedBy(tx, filters);
    const self = linksOf("profile", {}, {}, actor.permissions)["refusedRequestCounts"];
    return afterCommit(async () => {
      const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
      const counts = await unlessUnavailable(parts.log, "REQUESTS_UNAVAILABLE", () =>
        sumRefusedRequests(clickhouse, actor.organisationId, searched, range),
      );
      if (isRefused(counts)) return counts;
      const names = await parts.postgres.inOrganisation(actor, (next) =>
        namesOf(next, {
          versions: counts.versions.map(({ version }) => version),
          callers: counts.callers.map(({ caller }) => caller),
          keys: [],
        }),
      );
      return done(refusedCountsResource(range, counts, names, self));
    });
  });
}

async function searchedBy(tx: Tx, query: Omit<RefusedRequestQuery, "limit" | "after">): Promise<Searched> {
  const { solution, ...filters } = query;
  return { filters, versions: solution === undefined ? undefined : await versionsOfSolution(tx, solution) };
}

function nextQuery(query: RefusedRequestQuery, after: string): string {
  const given = Object.entries({ ...query, after }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return new URLSearchParams(given as [string, string][]).toString();
}
