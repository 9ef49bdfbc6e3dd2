import { emptyDefinition, newLink, newNode, type DatasetField, type DecisionTableNode, type Definition } from "@airlock/flow";

const [inputs, outputs] = [20, 10];

/** A flow with one Decision Table of this many rows and 30 columns: texts, ranges, numbers and cells that take everything. */
export function largeTable(rows: number): Definition {
  const fields = (prefix: string, count: number): readonly DatasetField[] =>
    Array.from({ length: count }, (_, index) => {
      const name = `${prefix}_${index + 1}`;
      return { key: `f_${name}`, name, type: index % 3 === 0 ? "String" : index % 3 === 1 ? "Integer" : "Float", required: false };
    });
  const [application, runtime] = [fields("input", inputs), fields("output", outputs)];
  const table: DecisionTableNode = {
    ...newNode("DecisionTable", "table", 250, 200),
    label: "Credit limit",
    inputColumns: application.map(({ key }, index) => ({ id: `i${index}`, formula: `application.${key}` })),
    outputColumns: runtime.map(({ key }, index) => ({ id: `o${index}`, resultField: key })),
    tableRows: Array.from({ length: rows }, (_, row) => ({
      id: `r${row}`,
      inputs: application.map(({ type }, column) => inputCell(row, column, type)),
      outputs: runtime.map(({ type }, column) =>
        type === "String" ? `Class ${(row + column) % 7}` : String((row * 25 + column) % 10_000),
      ),
      reasonCode: row % 4 === 0 ? `R${row % 40}` : "",
    })),
    defaultRows: [{ id: "default", inputs: [], outputs: runtime.map(() => "-"), reasonCode: "R99" }],
  };
  const start = newNode("Start", "start", 0, 200);
  const end = newNode("End", "end", 500, 200);
  const empty = emptyDefinition();
  return {
    ...empty,
    solutionDefinition: {
      ...empty.solutionDefinition,
      nodes: [start, table, end],
      links: [newLink("l0", start, table), newLink("l1", table, end)],
    },
    applicationDatasetFields: application,
    runtimeDatasetFields: runtime,
  };
}

function inputCell(row: number, column: number, type: DatasetField["type"]): string {
  // The second column separates all rows, as the key of a large table does.
  if (column === 1) return `[${row * 10}..${row * 10 + 10})`;
  if ((row + column) % 3 === 0) return "-";
  if (type === "String") return column % 2 === 0 ? `Group ${(row + column) % 12}` : `NL, BE, C${row % 20}`;
  return (row + column) % 2 === 0 ? `>= ${(row * 7 + column) % 900}` : `[${row % 50}..${(row % 50) + 25 + column})`;
}
