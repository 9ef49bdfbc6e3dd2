import { incomingLinks, inlined, limits } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { ServedVersion } from "../execution/served-versions.ts";
import { linksLeadTo, micros, ofVersion, withLinks, type HeatRange } from "../heat/store.ts";
import type { ReadableList } from "./readable-lists.ts";

/** The newest executions that are looked at: bounds the cost of a request, whatever the traffic. */
export const maxExecutions = 200_000;
/** More than a List Score or a table can list. */
const maxValues = 10_000;

interface CountedValue {
  readonly value: string;
  readonly completed: number;
}

export interface ListCounts {
  /** Executions that reached the node and completed. */
  readonly completed: number;
  /** The most frequent first, also of executions that failed. */
  readonly values: readonly CountedValue[];
  /** False if there were more values than are returned. */
  readonly isComplete: boolean;
}

export interface ValueCounts {
  readonly executions: number;
  /** Seconds since the epoch; undefined without executions. */
  readonly oldest: number | undefined;
  /** In the order of the lists. */
  readonly lists: readonly ListCounts[];
}

/** Counts the texts that nodes read in the newest executions of a range. */
export async function countValues(
  clickhouse: ClickHouse,
  organisation: string,
  version: ServedVersion,
  range: HeatRange,
  lists: readonly ReadableList[],
): Promise<ValueCounts> {
  const parameters = { organisation, version: version.id, ...micros(range), limit: maxExecutions };
  // The sorting key ends with `started, id`, so only the newest are read. Until parts merge, an execution may be stored twice.
  const newest = (columns: string) =>
    `(SELECT ${columns} FROM executions WHERE ${ofVersion} AND erased = 0 ORDER BY started DESC, id DESC LIMIT 1 BY id LIMIT {limit:UInt32})`;
  const { nodes } = version.definition.solutionDefinition;
  const incoming = incomingLinks(inlined(version.definition));
  const came = lists.map(({ nodeId }) => {
    const node = nodes.find(({ id }) => id === nodeId);
    // Every execution passes Start, which has no incoming link.
    return node?.type === "Start" ? "1" : linksLeadTo(incoming.get(nodeId) ?? []);
  });
  const read = lists.map(
    ({ list, index }, at) => `(${at}, if(${came[at]}, JSONExtract(record, ${list}, ${index}, 'Nullable(String)'), NULL))`,
  );
  const [all, rows] = await Promise.all([
    clickhouse.query<{ readonly executions: number; readonly oldest: number; readonly completed: readonly number[] }>(
      `${withLinks}
       SELECT count() AS executions, toUnixTimestamp(min(started)) AS oldest,
         sumForEach(CAST([${came.map((one) => `${one} AND status = 'completed'`).join(", ")}], 'Array(UInt64)')) AS completed
       FROM ${newest("id, started, status, links")}`,
      parameters,
    ),
    lists.length === 0
      ? []
      : clickhouse.query<{ readonly list: number; readonly value: string; readonly completed: number }>(
          `SELECT list, value, countIf(status = 'completed') AS completed
       FROM (
         ${withLinks}
         SELECT status, arrayJoin([${read.join(", ")}]) AS pair, pair.1 AS list, assumeNotNull(pair.2) AS value
         FROM ${newest("id, started, status, links, record")}
         WHERE isNotNull(pair.2)
       )
       WHERE lengthUTF8(value) <= ${limits.literalLength}
       GROUP BY list, value ORDER BY list, completed DESC, value LIMIT {values:UInt32} BY list`,
          { ...parameters, values: maxValues },
        ),
  ]);
  const { executions = 0, oldest, completed = [] } = all[0] ?? {};
  return {
    executions,
    oldest: executions === 0 ? undefined : oldest,
    lists: lists.map((_, at) => {
      const values = rows.filter(({ list }) => list === at);
      return { completed: completed[at] ?? 0, values, isComplete: values.length < maxValues };
    }),
  };
}

/** Whether the version has executions in a range. */
export async function hasExecutions(clickhouse: ClickHouse, organisation: string, version: string, range: HeatRange): Promise<boolean> {
  const found = await clickhouse.query<{ readonly found: number }>(`SELECT 1 AS found FROM executions WHERE ${ofVersion} LIMIT 1`, {
    organisation,
    version,
    ...micros(range),
  });
  return found.length > 0;
}
