import { toSql, type SqlOptions } from "@airlock/engine/sql";
import { inlined, type Definition } from "@airlock/flow";
import type { ClickHouse } from "./clickhouse.ts";
import { compareWithEffects } from "./compare.ts";
import { generate } from "./generate.ts";
import type { ParityCounts } from "./parity-counts.ts";
import { backEnds, compareRows, sourceOf, type BackEnds, type Difference } from "./parity-flow.ts";
import { listTables } from "./parity-lists.ts";
import { parityTable } from "./parity-table.ts";
import { Random } from "./random.ts";

/** One of ten flows has web calls and predictions, determined by its seed. */
export function hasEffects(seed: number): boolean {
  return seed % 10 === 5;
}

/**
 * A flow with effects, run by compiled plans and interpreter with the same responses. SQL must refuse it with the reason. Returns what is wrong, if
 * anything is.
 */
export async function compareFlowWithEffects(seed: number, counts: ParityCounts): Promise<string | undefined> {
  const { definition, inputs } = generate(seed, { nodes: 20, effects: true });
  const nodes = inlined(definition).nodes.map(({ part }) => part);
  const kinds = nodes.map(({ type }) => type);
  for (const kind of kinds) counts.add("nodes", kind);
  for (const node of nodes) {
    if (node.type === "WebCall") counts.add("web calls", node.ifFails === "continue" ? "continue after a failure" : "fail the execution");
  }
  for (const input of inputs) {
    try {
      const { error } = await compareWithEffects(definition, input, seed);
      counts.add("with effects", error?.code ?? "completed");
    } catch (difference) {
      return difference instanceof Error ? difference.message : String(difference);
    }
  }
  const query = toSql(definition, { table: { name: "none" }, key: "id", inputs: new Map() }, { lists: listTables(definition) });
  const wanted = kinds.includes("WebCall") ? "WEB_CALL" : kinds.includes("Prediction") ? "MODEL_UNKNOWN" : "written";
  const given = query.ok ? "written" : query.code;
  counts.add("SQL of effects", given);
  const usesToday = nodes.some(
    (node) => (node.type === "Formula" || node.type === "DecisionTable") && JSON.stringify(node).includes("today()"),
  );
  // A flow with both kinds of effects may be refused for either, depending on the order of nodes. Unreachable nodes are not refused.
  const fits =
    given === wanted || given === "written" || (wanted === "WEB_CALL" && given === "MODEL_UNKNOWN") || (given === "TODAY" && usesToday);
  return fits ? undefined : `SQL should say ${wanted}, not ${given}`;
}

/** The flow of a seed, its rows, and the differences of the back ends. Sizes, shapes and kinds are determined by the seed. */
export async function compareFlow(
  seed: number,
  database: ClickHouse,
  counts: ParityCounts,
  ends: BackEnds = backEnds,
): Promise<readonly Difference[]> {
  const random = new Random(seed * 31 + 7);
  const nodes = seed % 40 === 0 ? 200 : seed % 8 === 0 ? 50 : 12;
  const { definition: generated, inputs } = generate(seed, { nodes, inputs: 9 });
  const definition = withRequired(generated, random);
  const table = parityTable(definition.applicationDatasetFields, inputs, random);
  // JIT compilation is slow: only some small flows are generated for many rows.
  const options: SqlOptions = { rows: seed % 20 === 1 ? Infinity : table.rows.length };
  const { verdicts, differences } = await compareRows(definition, table, database, options, ends);

  const query = toSql(definition, sourceOf(table), { ...options, lists: listTables(definition) });
  if (query.ok) counts.addFlow(definition, query);
  for (const verdict of verdicts) counts.addVerdict(verdict);
  return differences;
}

/** Generated fields are all optional; this makes some of them required. */
function withRequired(definition: Definition, random: Random): Definition {
  if (!random.chance(0.3)) return definition;
  const [first, ...others] = definition.applicationDatasetFields;
  return first === undefined ? definition : { ...definition, applicationDatasetFields: [{ ...first, required: true }, ...others] };
}
