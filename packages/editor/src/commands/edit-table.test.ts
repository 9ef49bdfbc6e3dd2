import { limits, newNode, newTableRow, type DecisionTableNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { addOutput, deleteRows, insertRow } from "../decision-table/edit-table.ts";
import { draw } from "../testing/draw.ts";
import { selectionOf } from "../selection/selection.ts";
import { counter } from "../testing/sample-flow.ts";
import { editTable } from "./edit-table.ts";
import { duplicate } from "./paste.ts";

function table(rows: number, inputs: number, outputs: number, id = "table"): DecisionTableNode {
  return {
    ...newNode("DecisionTable", id, 0, 0),
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
    "All tables together have at most 200,000 cells.",
  ],
])("a table of %s is full, and the refusal names that limit", (_, full, grow, reason) => {
  expect(editTable("table", "Grow", grow)(draw({ nodes: [full] }))).toMatchObject({ ok: false, refusal: { reason } });
});

test("the cells of all tables count together, as the parser counts them, and fewer are always possible", () => {
  const other = { ...table(4_000, 24, 25, "other"), defaultRows: [newTableRow("default", 0, 25)] };
  const full = { ok: false, refusal: { code: "CELLS_FULL" } };
  // 3,975 cells are left.
  const document = draw({ nodes: [other, table(79, 25, 25)] });
  expect(editTable("table", "Grow", (one) => insertRow(one, 0, "new"))(document)).toMatchObject(full);
  expect(duplicate(selectionOf(["table"]), counter())(document)).toMatchObject(full);
  const less = draw({ nodes: [other, table(78, 25, 25)] });
  expect(editTable("table", "Grow", (one) => insertRow(one, 0, "new"))(less)).toMatchObject({ ok: true });

  // One from a file may have more.
  const over = draw({ nodes: [other, table(100, 25, 25)] });
  expect(editTable("table", "Delete", (one) => deleteRows(one, new Set([0])))(over)).toMatchObject({ ok: true });
  expect(duplicate(selectionOf(["end"]), counter())(over)).toMatchObject({ ok: true });
});
