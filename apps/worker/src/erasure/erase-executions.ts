import { isId } from "@airlock/platform";
import { erasableValue } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { RememberedVersion } from "../execution/remembered-versions.ts";

/** What to erase, as a hash: the value itself is not stored anywhere. */
export interface ErasureRule {
  readonly id: string;
  /** In hexadecimal, like the hash of salt and value. */
  readonly salt: string;
  readonly hash: string;
}

export interface ErasedVersion {
  readonly organisationId: string;
  readonly version: RememberedVersion;
  readonly field: string;
}

/** Executions of a version that are erased by one mutation. */
export interface ErasedSlice {
  readonly versionId: string;
  /** `at`: when it started, in microseconds since the epoch. */
  readonly rows: readonly { readonly id: string; readonly at: number }[];
}

/** Executions found by one query; they are then erased in slices. */
const atOnce = 10_000;
const sliceRows = 1_000;
/** Salts and hashes are query parameters in the URL, and 16 KB is a length that every server accepts. */
const rulesAtOnce = 50;

interface EraseOptions {
  /** Only those that arrived since, in seconds since the epoch. */
  readonly insertedAfter?: number;
  /** Called for each slice, which `erase` erases. */
  readonly onSlice?: (slice: ErasedSlice, erase: () => Promise<void>) => Promise<void>;
}

/** Erases the execution records of a version whose field has one of the values, including duplicates. Returns the counts by rule. */
export async function eraseExecutions(
  clickhouse: ClickHouse,
  { organisationId, version, field }: ErasedVersion,
  rules: readonly ErasureRule[],
  { insertedAfter = 0, onSlice = (_slice, erase) => erase() }: EraseOptions = {},
): Promise<ReadonlyMap<string, number>> {
  const erased = new Map<string, number>();
  const position = version.plan.applicationFields.findIndex(({ name }) => name === field) + 1;
  const { type } = version.plan.applicationFields[position - 1] ?? {};
  if (type === undefined) return erased;
  const { isPresent, value } = erasableValue({ position, type });
  for (let first = 0; first < rules.length;) {
    const some = rules.slice(first, first + rulesAtOnce);
    const found = await clickhouse.query<{ readonly id: string; readonly at: number; readonly rule: number }>(
      `SELECT DISTINCT id, toUnixTimestamp64Micro(started) AS at,
         arrayFirstIndex((salt, hash) -> SHA256(concat(salt, ${value})) = unhex(hash), {salts:Array(String)}, {hashes:Array(String)}) AS rule
       FROM executions
       WHERE organisation = {organisation:String} AND version = {version:String} AND ${isPresent}
         AND inserted >= toDateTime64({after:Int64}, 3, 'UTC') AND rule > 0
       LIMIT ${atOnce}`,
      {
        organisation: organisationId,
        version: version.id,
        after: insertedAfter,
        salts: some.map(({ salt }) => salt),
        hashes: some.map(({ hash }) => hash),
      },
    );
    for (let from = 0; from < found.length; from += sliceRows) {
      const rows = found.slice(from, from + sliceRows).flatMap(({ id, at }) => (isId(id) ? [{ id, at }] : []));
      const slice = { versionId: version.id, rows };
      if (rows.length > 0) await onSlice(slice, () => eraseSlice(clickhouse, organisationId, slice));
    }
    for (const { rule } of found) {
      const { id = "" } = some[rule - 1] ?? {};
      erased.set(id, (erased.get(id) ?? 0) + 1);
    }
    // The query reached its limit: there may be more for the same values.
    if (found.length < atOnce) first += rulesAtOnce;
  }
  return erased;
}

/**
 * By id and time, because ClickHouse stores the text of a mutation: the value by which the person was found must not be in it. Erasing a slice again
 * changes nothing else.
 */
export async function eraseSlice(clickhouse: ClickHouse, organisation: string, { versionId: version, rows }: ErasedSlice): Promise<void> {
  const times = rows.map(({ at }) => at);
  const minutes = [...new Set(times.map((at) => Math.floor(at / 60_000_000) * 60))];
  // Also before: when this process dies after the mutation, the executions are not found again.
  await markMinutes(clickhouse, organisation, version, minutes);
  const ids = rows.map(({ id }) => `'${id}'`).join(", ");
  await clickhouse.command(
    `ALTER TABLE executions UPDATE record = '', correlation = '', erased = now()
     WHERE organisation = {organisation:String} AND version = {version:String}
       AND started >= fromUnixTimestamp64Micro(${Math.min(...times)}, 'UTC') AND started <= fromUnixTimestamp64Micro(${Math.max(...times)}, 'UTC')
       AND id IN (${ids})
     SETTINGS mutations_sync = 1`,
    { organisation, version },
  );
  await markMinutes(clickhouse, organisation, version, minutes);
}

/** As if executions had arrived, so that everything counted from their values is counted again without them. */
async function markMinutes(clickhouse: ClickHouse, organisation: string, version: string, minutes: readonly number[]): Promise<void> {
  await clickhouse.command(
    `INSERT INTO execution_minutes (organisation, version, minute, marked)
     SELECT {organisation:String}, {version:String}, toStartOfMinute(toDateTime(arrayJoin({minutes:Array(UInt32)}), 'UTC')), now64(3, 'UTC')`,
    { organisation, version, minutes },
  );
}
