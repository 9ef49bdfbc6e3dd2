import { toSql, type SqlOptions } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import type { ClickHouse } from "./clickhouse.ts";
import { generate } from "./generate.ts";
import type { ParityCounts } from "./parity-counts.ts";
import { backEnds, compareRows, sourceOf, type BackEnds, type Difference } from "./parity-flow.ts";
import { parityTable } from "./parity-table.ts";
import { Random } from "./random.ts";

/** The flow of a seed, its rows, and where the back ends differ on them. Sizes, shapes and kinds all come from the seed. */
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
  // Machine code takes long to make: only small flows now and then are written for many rows.
  const options: SqlOptions = { rows: seed % 20 === 1 ? Infinity : table.rows.length };
  const { verdicts, differences } = await compareRows(definition, table, database, options, ends);

  const query = toSql(definition, sourceOf(table), options);
  if (query.ok) counts.addFlow(definition, query);
  for (const verdict of verdicts) counts.addVerdict(verdict);
  return differences;
}

/** Generated fields are all optional; a flow that nobody may leave something out of wants comparing too. */
function withRequired(definition: Definition, random: Random): Definition {
  if (!random.chance(0.3)) return definition;
  const [first, ...others] = definition.applicationDatasetFields;
  return first === undefined ? definition : { ...definition, applicationDatasetFields: [{ ...first, required: true }, ...others] };
}
