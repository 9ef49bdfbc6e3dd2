import { maxOutcomes, otherOutcomes, type ComparisonSummary } from "@airlock/contract";
import { passedParts, type SqlLayout } from "@airlock/engine/sql";
import { inlined } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { ComparedSide } from "@airlock/backend/datasets";
import type { Flow } from "./compared-flow.ts";
import { outcomesOf } from "./outcomes-of.ts";
import { roomy } from "./roomy.ts";

/** Summarises the results of both flows over all rows of the table, with counts per node and link. */
export async function summariseRows(
  clickhouse: ClickHouse,
  table: string,
  flows: Readonly<Record<ComparedSide, Flow>>,
  layouts: Readonly<Record<ComparedSide, SqlLayout>>,
): Promise<ComparisonSummary> {
  const ask = async <Row>(query: string, query_params: Record<string, unknown> = {}) => {
    const answer = await clickhouse.client.query({ query, query_params, format: "JSONEachRow", clickhouse_settings: roomy });
    return answer.json<Row>();
  };
  const [counts] = await ask<{
    readonly compared: number;
    readonly changed: number;
    readonly differing: number;
    readonly unreadable: number;
  }>(
    `SELECT toUInt32(countIf(state != 2)) AS compared, toUInt32(countIf(state != 2 AND outcome_left != outcome_right)) AS changed,
       toUInt32(countIf(state = 1)) AS differing, toUInt32(countIf(state = 2)) AS unreadable FROM ${table}`,
  );
  const outcomes = await ask<{ readonly outcome: string }>(
    `SELECT arrayJoin([outcome_left, outcome_right]) AS outcome FROM ${table} WHERE state != 2
     GROUP BY outcome ORDER BY count() DESC, outcome LIMIT ${maxOutcomes}`,
  );
  const known = { known: outcomes.map(({ outcome }) => outcome) };
  const named = (column: string) => `if(has({known:Array(String)}, ${column}), ${column}, '${otherOutcomes}')`;
  const moves = await ask<{ readonly from: string; readonly to: string; readonly count: number }>(
    `SELECT ${named("outcome_left")} AS from, ${named("outcome_right")} AS to, toUInt32(count()) AS count FROM ${table} WHERE state != 2
     GROUP BY from, to ORDER BY count DESC, from, to`,
    known,
  );
  const parts = {
    left: passedParts(flows.left.plan, layouts.left, "left_"),
    right: passedParts(flows.right.plan, layouts.right, "right_"),
  };
  const lists = (["left", "right"] as const).flatMap((side) => [parts[side].nodes, parts[side].links]);
  const [passed] = await ask<{ readonly counts: readonly (readonly number[])[] }>(
    `SELECT [${lists.map((list) => `[${list.map(({ sql }) => `toUInt32(countIf(state != 2 AND ${sql}))`).join(", ") || "toUInt32(0)"}]`).join(", ")}] AS counts FROM ${table}`,
  );
  const countOf = (list: number) => new Map((lists[list] ?? []).map(({ id }, at) => [id, passed?.counts[list]?.[at] ?? 0]));
  const [leftNodes, leftLinks, rightNodes, rightLinks] = [countOf(0), countOf(1), countOf(2), countOf(3)];
  const shifted = (part: "nodes" | "links", left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>) => {
    const ids = [flows.right, flows.left].flatMap(({ definition }) => inlined(definition)[part].map(({ id }) => id));
    return [...new Set(ids)].map((id) => ({ id, left: left.get(id) ?? 0, right: right.get(id) ?? 0 }));
  };
  return {
    ...(counts ?? { compared: 0, changed: 0, differing: 0, unreadable: 0 }),
    unanswered: 0,
    outcomes: outcomesOf(moves),
    moves,
    nodes: shifted("nodes", leftNodes, rightNodes),
    links: shifted("links", leftLinks, rightLinks),
  };
}
