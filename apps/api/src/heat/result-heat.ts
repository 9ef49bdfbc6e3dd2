import type { ResultHeatFields } from "@airlock/contract";
import { compileFrozen } from "@airlock/engine";
import { passedParts, type SqlLayout } from "@airlock/engine/sql";
import { inlined, type Definition } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { experimentTable } from "@airlock/backend/datasets";

/** A flow may have thousands of nodes and links, and each is a term of one statement. */
const roomy = { max_query_size: "64000000", max_ast_elements: "1000000", max_expanded_ast_elements: "5000000" } as const;

/** Counts all rows of a result by node and link of the flow that ran, in one pass over its table. */
export async function countResultHeat(
  clickhouse: ClickHouse,
  result: { readonly id: string; readonly layout: SqlLayout; readonly definition: Definition; readonly behaviour: number },
): Promise<ResultHeatFields> {
  const { id, layout, definition, behaviour } = result;
  const compiled = compileFrozen(definition, behaviour);
  if (!compiled.ok) throw new Error(`The definition that the result ${id} keeps does not compile any more.`);
  const passed = passedParts(compiled.plan, layout);
  const count = (list: readonly string[]) => `[${list.map((sql) => `toUInt32(countIf(${sql}))`).join(", ") || "toUInt32(0)"}]`;
  const answer = await clickhouse.client.query({
    query: `SELECT toUInt32(count()) AS total, toUInt32(countIf(error = 1)) AS refused, toUInt32(countIf(error > 1)) AS failed,
      ${count(passed.nodes.map(({ sql }) => sql))} AS nodes, ${count(passed.links.map(({ sql }) => sql))} AS links,
      ${count(layout.faults.map((_, at) => `error = ${at + 2}`))} AS faults FROM ${experimentTable(id)}`,
    format: "JSONEachRow",
    clickhouse_settings: roomy,
  });
  const [found] = await answer.json<Counted>();
  const { total = 0, refused = 0, failed = 0, nodes = [], links = [], faults = [] } = found ?? {};
  const share = (records: number) => (total === 0 ? 0 : records / total);
  const parts = inlined(definition);
  const byId = (parts: readonly { readonly id: string }[], counts: readonly number[]) =>
    new Map(parts.map((part, at) => [part.id, counts[at] ?? 0]));
  const [came, taken] = [byId(passed.nodes, nodes), byId(passed.links, links)];
  const failedAt = (nodeId: string) => layout.faults.reduce((sum, fault, at) => sum + (fault.nodeId === nodeId ? (faults[at] ?? 0) : 0), 0);
  return {
    experimentResultWss: id,
    total,
    refused,
    failed,
    nodes: parts.nodes.map((node) => {
      const records = came.get(node.id) ?? 0;
      return { id: node.id, count: records, share: share(records), failed: failedAt(node.id) };
    }),
    links: parts.links.map((link) => {
      const records = taken.get(link.id) ?? 0;
      return { id: link.id, count: records, share: share(records) };
    }),
    definition,
  };
}

interface Counted {
  readonly total: number;
  readonly refused: number;
  readonly failed: number;
  readonly nodes: readonly number[];
  readonly links: readonly number[];
  readonly faults: readonly number[];
}
