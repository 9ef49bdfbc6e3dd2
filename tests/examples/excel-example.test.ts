/** The Excel file beside an example has exactly the rows of its decision table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDefinition, shownFormula, shownReferences } from "@airlock/flow";
import { readXlsx } from "@airlock/interchange/xlsx";
import { expect, it } from "vitest";

const file = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../../examples", name));

it("leasing-eligibility.xlsx is the table of leasing-eligibility.json", async () => {
  const example = JSON.parse(file("leasing-eligibility.json").toString()) as { readonly definition: unknown };
  const parsed = parseDefinition(example.definition);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const table = parsed.definition.solutionDefinition.nodes.find((node) => node.type === "DecisionTable");
  if (table?.type !== "DecisionTable") throw new Error("The example has no decision table");
  const shown = (formula: string): string => shownFormula(formula, shownReferences(parsed.definition)).text;

  const { buffer, byteOffset, byteLength } = new Uint8Array(file("leasing-eligibility.xlsx"));
  const read = await readXlsx(buffer.slice(byteOffset, byteOffset + byteLength));
  const [heads, ...rows] = read.ok ? (read.sheets[0]?.cells ?? []) : [];
  expect(heads).toEqual([
    ...table.inputColumns.map(({ formula }) => shown(formula)),
    ...table.outputColumns.map(({ resultField }) => resultField),
    "Reason code",
  ]);
  expect(rows).toEqual(table.tableRows.map(({ inputs, outputs, reasonCode }) => [...inputs, ...outputs.map(shown), reasonCode]));
});
