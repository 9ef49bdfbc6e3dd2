import { limits, newNode, newTableRow, type DecisionTableNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { addOutput, insertRow } from "../decision-table/edit-table.ts";
import { draw } from "../testing/draw.ts";
import { editTable } from "./edit-table.ts";

function table(rows: number, inputs: number, outputs: number): DecisionTableNode {
  return {
    ...newNode("DecisionTable", "table", 0, 0),
    inputColumns: Array.from({ length: inputs }, (_, column) => ({ id: `i${column}`, formula: "" })),
    outputColumns: Array.from({ length: outputs }, (_, column) => ({ id: `o${column}`, resultField: "" })),
    tableRows: Array.from({ length: rows }, (_, row) => newTableRow(`r${row}`, inputs, outputs)),
  };
}

test.each([
  [
    "5,000 rows",
    table(limits.tableRows, 1, 1),
    (full: DecisionTableNode) => insertRow(full, 0, "new"),
    "There are at most 5,000 rows here.",
  ],
  [
    "30 columns",
    table(1, 0, limits.tableColumns),
    (full: DecisionTableNode) => addOutput(full, "new", ""),
    "A table has at most 30 columns of each kind.",
  ],
  [
    "200,000 cells",
    table(4_000, 25, 25),
    (full: DecisionTableNode) => insertRow(full, 0, "new"),
    "The rows of a table have at most 200,000 cells together.",
  ],
])("a table of %s is full, and the refusal names that limit", (_, full, grow, reason) => {
  expect(editTable("table", "Grow", grow)(draw({ nodes: [full] }))).toMatchObject({ ok: false, refusal: { reason } });
});
