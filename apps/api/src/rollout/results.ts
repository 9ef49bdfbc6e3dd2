import { countedVersions } from "@airlock/backend/executions";
import { countBuckets, countKnownOutcomes, resultsOf, type CountedRollout, type KnownOutcomeSource } from "@airlock/backend/rollouts";
import type { RolloutResultFields } from "@airlock/contract";
import { isMissingTable, type ClickHouse } from "@airlock/platform/clickhouse";
import type { Tx } from "@airlock/platform/postgres";
import { columnsOf } from "../datasource/columns-of.ts";
import { findDatasource } from "../datasource/store.ts";
import type { RolloutRow } from "./store.ts";

/** Rollouts younger than this are shown by hour. */
const hourlyMillis = 3 * 86_400_000;

/** The data from Postgres that the results need. */
export interface RolloutSources {
  readonly counted: CountedRollout;
  readonly known: KnownOutcomeSource | undefined;
}

export async function findSources(tx: Tx, row: RolloutRow): Promise<RolloutSources> {
  const versions = await countedVersions(tx, [row.live_version_id, row.version_id], 2);
  const arm = (id: string) => ({ id, outcome: versions.find((version) => version.id === id)?.outcome });
  const since = (row.began_at ?? row.created_at).getTime();
  return {
    counted: {
      id: row.id,
      organisationId: row.organisation_id,
      versions: { champion: arm(row.live_version_id), challenger: arm(row.version_id) },
      since,
    },
    known: row.known_outcome === null ? undefined : await knownSource(tx, row.known_outcome),
  };
}

/** Undefined if the datasource, or a column of it, does not exist any more. */
async function knownSource(tx: Tx, wanted: NonNullable<RolloutRow["known_outcome"]>): Promise<KnownOutcomeSource | undefined> {
  const datasource = await findDatasource(tx, wanted.datasourceWss, false);
  if (datasource === undefined || datasource.status !== "ready") return undefined;
  const columns = columnsOf(datasource.columns);
  const execution = columns.find(({ key }) => key === wanted.executionColumn);
  const outcome = columns.find(({ key }) => key === wanted.outcomeColumn);
  if (execution === undefined || outcome === undefined) return undefined;
  return { datasourceId: datasource.id, execution, outcome, value: wanted.value };
}

export async function readResults(
  clickhouse: ClickHouse,
  row: RolloutRow,
  { counted, known }: RolloutSources,
): Promise<RolloutResultFields> {
  const untilMillis = row.ended_at?.getTime() ?? Date.now();
  const seconds = untilMillis - counted.since < hourlyMillis ? 3600 : 86_400;
  const buckets = await countBuckets(clickhouse, counted, seconds);
  const name = row.known_outcome?.name ?? "";
  return resultsOf({
    solutionId: row.solution_id,
    versions: {
      champion: { id: row.live_version_id, name: row.live_version_name },
      challenger: { id: row.version_id, name: row.version_name },
    },
    buckets,
    known:
      known === undefined
        ? undefined
        : { name, buckets: await unlessMissing(() => countKnownOutcomes(clickhouse, counted, known, seconds)) },
    beganMillis: counted.since,
    untilMillis,
  });
}

/** While an import is replaced, or if it failed, the table does not exist. */
async function unlessMissing<T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await read();
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}
