import { linksOf, type ProductionFactFields } from "@airlock/contract";
import type { DecisionTableNode } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { servedVersions, type ServedVersion } from "../execution/served-versions.ts";
import type { HeatRange } from "../heat/store.ts";
import { countAllTableRows } from "../heat/table-rows.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import { afterCommit, done, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { versionState } from "../version/resource.ts";
import { versionSubject } from "../version/subject.ts";
import { countValues, hasExecutions, maxExecutions, type ValueCounts } from "./count-values.ts";
import { unlistedValues, unusedRows, type ReplayedRows } from "./find-facts.ts";
import { readableLists } from "./readable-lists.ts";

const day = 86_400;
const [recentDays, longDays] = [7, 90];
/** Executions of the long period are expected in its first week; and a sample of it has to reach back as far. */
const week = 7 * day;
/** Each is replayed in up to 0.3 s. */
const maxTables = 5;

export function productionFactRoutes(router: Router, parts: Parts): void {
  router.object("version.productionFacts", versionSubject, async ({ actor, tx, signal }, version) => {
    const [served] = await servedVersions(tx, [version.id], 1);
    if (served === undefined) return refuse("VERSION_NOT_FOUND");
    const parameters = { versionId: version.id, solutionId: version.solution_id };
    const self = linksOf("version", versionState(version), parameters, actor.permissions)["productionFacts"];
    // After the transaction, so that a slow count holds no Postgres connection.
    return afterCommit(() =>
      unlessUnavailable(parts.log, "STATISTICS_UNAVAILABLE", async () => {
        const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
        const facts = await findFacts(clickhouse, actor.organisationId, served, Math.floor(Date.now() / 1000), signal);
        return done({ _embedded: facts, _links: self === undefined ? {} : { self } });
      }),
    );
  });
}

async function findFacts(
  clickhouse: ClickHouse,
  organisation: string,
  version: ServedVersion,
  to: number,
  signal: AbortSignal | undefined,
): Promise<ProductionFactFields> {
  const lists = readableLists(version);
  const { nodes } = version.definition.solutionDefinition;
  const tables = nodes.filter((node) => node.type === "DecisionTable").slice(0, maxTables);
  const last = (days: number): HeatRange => ({ from: to - days * day, to });
  const [recentRange, longRange] = [last(recentDays), last(longDays)];
  const recent = await countValues(clickhouse, organisation, version, recentRange, lists);
  const facts = {
    versionWss: version.id,
    end: new Date(to * 1000).toISOString(),
    recent: periodOf(recentDays, recent),
    unlisted: [...unlistedValues(lists, recent.lists)],
  };
  const isOldEnough = await hasExecutions(clickhouse, organisation, version.id, { from: longRange.from, to: longRange.from + week });
  const long = isOldEnough ? await countValues(clickhouse, organisation, version, longRange, lists) : undefined;
  if (long?.oldest === undefined || to - long.oldest < week) return { ...facts, long: null, unused: [] };
  const replayed = await replayTables(clickhouse, organisation, version, longRange, tables, signal);
  const unused = unusedRows(nodes, lists, long.lists, replayed);
  return {
    ...facts,
    long: periodOf(longDays, long),
    unused: unused.map((row) => ({ ...row, reads: [...row.reads], cells: [...row.cells] })),
  };
}

/** One after the other, because each keeps the event loop busy. */
async function replayTables(
  clickhouse: ClickHouse,
  organisation: string,
  version: ServedVersion,
  range: HeatRange,
  tables: readonly DecisionTableNode[],
  signal: AbortSignal | undefined,
): Promise<ReplayedRows> {
  const replayed = new Map<string, ReadonlyMap<string, number>>();
  for (const table of tables) {
    // Rows that did not count for the newest may have counted for older ones, so a sample is not enough.
    const counts = await countAllTableRows(clickhouse, organisation, version, range, table, signal);
    if (counts !== undefined) replayed.set(table.id, counts);
  }
  return replayed;
}

function periodOf(days: number, { executions }: ValueCounts) {
  return { days, executions, isSample: executions >= maxExecutions };
}
