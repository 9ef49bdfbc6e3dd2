import { isLinkTaken, linkLetters } from "@airlock/backend/executions";
import { nodeOrder } from "@airlock/engine";
import { incomingLinks, inlined } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { ServedVersion } from "../execution/served-versions.ts";

export interface HeatRange {
  /** Seconds since the epoch. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface AnswerTimes {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

export interface Heat extends AnswerTimes {
  readonly total: number;
  readonly failed: number;
  /** Erased: their paths are unknown. */
  readonly unknown: number;
  /** By the id of a node or link; those inside sub-flows too. */
  readonly nodes: ReadonlyMap<string, number>;
  readonly links: ReadonlyMap<string, number>;
  /** By the id of the node that failed. */
  readonly failedAt: ReadonlyMap<string, number>;
}

export const ofVersion = `organisation = {organisation:String} AND version = {version:String}
  AND started >= fromUnixTimestamp64Micro({from:Int64}, 'UTC') AND started < fromUnixTimestamp64Micro({to:Int64}, 'UTC')`;
/** Duplicates of an execution are in the same partition, a month. */
const settings = "SETTINGS do_not_merge_across_partitions_select_final = 1";
/** An error of 0.1 % is precise enough, and needs little memory for any number of executions. */
const times = "quantilesDD(0.001, 0.5, 0.95, 0.99)(duration_us)";

const letters = linkLetters("way");
const taken = isLinkTaken("letters", "link");

/**
 * Counts every node and link from the distinct paths: executions with the same path are grouped first, so that paths are decoded and not executions.
 */
export async function countHeat(
  clickhouse: ClickHouse,
  organisation: string,
  { id: version, definition, plan }: ServedVersion,
  range: HeatRange,
): Promise<Heat> {
  const parameters = { organisation, version, ...micros(range) };
  const parts = inlined(definition);
  const { nodes, links } = parts;
  const [ways, all] = await Promise.all([
    clickhouse.query<{ readonly failed_at: string; readonly ended: number; readonly links: number[]; readonly nodes: number[] }>(
      `WITH ${letters} AS letters
       SELECT failed_at, sum(n) AS ended,
         sumForEach(arrayMap(link -> toUInt64(n * ${taken}), range(toUInt64(${links.length})))) AS links,
         sumForEach(arrayMap(incoming -> toUInt64(if(arrayExists(link -> ${taken}, incoming), n, 0)), ${written([...incomingLinks(parts).values()])})) AS nodes
       FROM (SELECT links AS way, failed_at, count() AS n FROM executions FINAL WHERE ${ofVersion} AND erased = 0 GROUP BY way, failed_at)
       GROUP BY failed_at ${settings}`,
      parameters,
    ),
    clickhouse.query<{ readonly total: number; readonly failed: number; readonly unknown: number; readonly times: (number | null)[] }>(
      `SELECT count() AS total, countIf(status = 'failed') AS failed, countIf(erased > 0) AS unknown, ${times} AS times
       FROM executions FINAL WHERE ${ofVersion} ${settings}`,
      parameters,
    ),
  ]);
  const { total = 0, failed = 0, unknown = 0, times: [p50, p95, p99] = [] } = all[0] ?? {};
  const order = new Map(nodeOrder(plan).map((id, place) => [id, place]));
  const failedAt = new Map(ways.filter(({ failed_at }) => failed_at !== "").map(({ failed_at, ended }) => [failed_at, ended]));
  return {
    total,
    failed,
    unknown,
    links: new Map(links.map(({ id }, index) => [id, ways.reduce((sum, way) => sum + (way.links[index] ?? 0), 0)])),
    nodes: new Map(
      nodes.map(({ id }, index) => {
        // A failed execution went no further, although links to other nodes were already taken.
        const came = ways.filter(({ failed_at }) => failed_at === "" || (order.get(id) ?? Infinity) <= (order.get(failed_at) ?? Infinity));
        return [id, came.reduce((sum, way) => sum + (way.nodes[index] ?? 0), 0)];
      }),
    ),
    failedAt,
    ...answerTimes(total, p50, p95, p99),
  };
}

export interface NodeTimes extends AnswerTimes {
  /** A histogram of durations: bins of equal width from zero to the slowest. */
  readonly spread: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly slowest: readonly {
    readonly id: string;
    readonly started_us: number;
    readonly status: "completed" | "failed";
    readonly duration: number;
  }[];
}

const steps = 20;
const maxSlow = 4;

/** Of the executions that passed one node. */
export async function readNodeTimes(
  clickhouse: ClickHouse,
  organisation: string,
  version: ServedVersion,
  range: HeatRange,
  nodeId: string,
): Promise<NodeTimes> {
  const { sql, parameters } = throughNode(organisation, version, range, nodeId);
  const through = `FROM executions FINAL WHERE ${sql.where}`;
  const [found] = await clickhouse.query<{ readonly total: number; readonly times: (number | null)[]; readonly longest: number }>(
    `${sql.with} SELECT count() AS total, ${times} AS times, max(duration_us) AS longest ${through} ${settings}`,
    parameters,
  );
  const { total = 0, longest = 0, times: [p50, p95, p99] = [] } = found ?? {};
  // A single slow execution would leave all others in the first bin: everything beyond 1.5 times the 99th percentile is in the last one.
  const width = Math.max(1, Math.ceil(Math.min(longest, 1.5 * (p99 ?? 0)) / (steps - 1)));
  const [counts, slowest] = await Promise.all([
    clickhouse.query<{ readonly step: number; readonly n: number }>(
      `${sql.with}
       SELECT least(intDiv(duration_us, {width:UInt64}), ${steps - 1}) AS step, count() AS n ${through} GROUP BY step ${settings}`,
      { ...parameters, width },
    ),
    clickhouse.query<NodeTimes["slowest"][number]>(
      `${sql.with}
       SELECT id, toUnixTimestamp64Micro(started) AS started_us, status, duration_us AS duration ${through}
       ORDER BY duration DESC, id LIMIT ${maxSlow} ${settings}`,
      parameters,
    ),
  ]);
  const byStep = new Map(counts.map(({ step, n }) => [step, n]));
  const last = Math.max(-1, ...byStep.keys());
  const spread = Array.from({ length: last + 1 }, (_, step) => {
    const to = step === steps - 1 ? longest : (step + 1) * width;
    return { from: step * width, to, count: byStep.get(step) ?? 0 };
  });
  return { ...answerTimes(total, p50, p95, p99), spread, slowest };
}

/** Names the links of an execution for `linksLeadTo`. */
export const withLinks = `WITH links AS way, ${letters} AS letters`;

/** Whether an execution took one of these links, given by their indexes. */
export function linksLeadTo(incoming: readonly number[]): string {
  return `arrayExists(link -> ${taken}, ${written([incoming])}[1])`;
}

/** The executions that reached a node. */
export function throughNode(organisation: string, { id: version, definition, plan }: ServedVersion, range: HeatRange, nodeId: string) {
  const parts = inlined(definition);
  const node = parts.nodes.find(({ id }) => id === nodeId);
  const order = nodeOrder(plan);
  const before = order.slice(0, Math.max(0, order.indexOf(nodeId)));
  // Every execution reaches Start, which has no incoming link; the Start of a sub-flow has some.
  const isStart = node?.part.type === "Start" && node.path === "";
  const here = isStart ? "1" : linksLeadTo(incomingLinks(parts).get(nodeId) ?? []);
  return {
    sql: {
      with: withLinks,
      where: `${ofVersion} AND erased = 0 AND failed_at NOT IN {before:Array(String)} AND ${here}`,
    },
    parameters: { organisation, version, ...micros(range), before },
  };
}

/** Part of the statement, because those of a large flow do not fit a parameter. Contains only our own numbers. */
function written(places: readonly (readonly number[])[]): string {
  return `CAST([${places.map((links) => `[${links.join(",")}]`).join(",")}], 'Array(Array(UInt32))')`;
}

export function micros({ from, to }: HeatRange): { readonly from: number; readonly to: number } {
  return { from: Math.round(from * 1e6), to: Math.round(to * 1e6) };
}

function answerTimes(total: number, ...[p50, p95, p99]: readonly (number | null | undefined)[]): AnswerTimes {
  const known = (time: number | null | undefined) => (total === 0 || time === undefined ? null : time);
  return { p50: known(p50), p95: known(p95), p99: known(p99) };
}
