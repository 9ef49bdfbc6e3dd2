import { newNode, type DecisionTableNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { counter } from "../testing/sample-flow.ts";
import { cellAt, columnCount, rangeOf, shownCell, storedCell, withCells } from "./cells.ts";
import {
  addDefaultRow,
  addInput,
  addOutput,
  clearCells,
  copiedCells,
  copiedText,
  deleteColumn,
  deleteRows,
  fillDown,
  insertRow,
  moveColumn,
  moveRows,
  pasteCells,
  pastedCells,
  pasteRows,
  sortRows,
  writeAll,
} from "./edit-table.ts";

const table: DecisionTableNode = {
  ...newNode("DecisionTable", "t", 0, 0),
  inputColumns: [
    { id: "i0", formula: "application.age" },
    { id: "i1", formula: "application.country" },
  ],
  outputColumns: [{ id: "o0", resultField: "points" }],
  tableRows: [
    { id: "r0", inputs: [">= 30", "NL"], outputs: ["1"], reasonCode: "R1" },
    { id: "r1", inputs: ["< 18", "-"], outputs: ["2"], reasonCode: "" },
    { id: "r2", inputs: ["-", "BE"], outputs: ["3"], reasonCode: "R3" },
  ],
  defaultRows: [{ id: "d", inputs: [], outputs: ["0"], reasonCode: "R9" }],
};

/** The rows as a spreadsheet would show them. */
const shown = (node: DecisionTableNode): readonly string[] =>
  [...node.tableRows, ...node.defaultRows].map((_, row) =>
    Array.from({ length: columnCount(node) }, (__, column) => cellAt(node, { row, column })).join("|"),
  );

const before = [">= 30|NL|1|R1", "< 18|-|2|", "-|BE|3|R3", "||0|R9"];

test("cells are addressed over inputs, outputs and the reason code, and the default row is behind the last", () => {
  expect(shown(table)).toEqual(before);
  const changed = withCells(table, [
    { row: 0, column: 1, text: "DE" },
    { row: 0, column: 3, text: "R2" },
    { row: 3, column: 0, text: "no such cell" },
    { row: 3, column: 2, text: "7" },
  ]);
  expect(shown(changed)).toEqual([">= 30|DE|1|R2", "< 18|-|2|", "-|BE|3|R3", "||7|R9"]);
  expect(changed.tableRows[1]).toBe(table.tableRows[1]);
});

test("rows are inserted, deleted and moved", () => {
  expect(shown(insertRow(table, 1, "new"))).toEqual([before[0], "-|-|-|", ...before.slice(1)]);
  expect(shown(deleteRows(table, new Set([0, 2])))).toEqual([before[1], before[3]]);
  expect(shown(moveRows(table, { top: 0, bottom: 1 }, 1))).toEqual([before[2], before[0], before[1], before[3]]);
  expect(moveRows(table, { top: 0, bottom: 0 }, -1)).toBe(table);
  expect(moveRows(table, { top: 2, bottom: 2 }, 1)).toBe(table);
});

test("columns bring their cells, and move and go with them", () => {
  expect(shown(addInput(table, "i2", ""))[0]).toBe(">= 30|NL|-|1|R1");
  expect(shown(addOutput(table, "o1", "x"))).toEqual([">= 30|NL|1|-|R1", "< 18|-|2|-|", "-|BE|3|-|R3", "||0|-|R9"]);
  expect(shown(deleteColumn(table, 0))[0]).toBe("NL|1|R1");
  expect(shown(deleteColumn(table, 2))).toEqual([">= 30|NL|R1", "< 18|-|", "-|BE|R3", "||R9"]);
  expect(deleteColumn(table, 3)).toBe(table);
  const moved = moveColumn(table, 0, 1);
  expect([moved.inputColumns[0]?.id, shown(moved)[0]]).toEqual(["i1", "NL|>= 30|1|R1"]);
  expect(moveColumn(table, 1, 1)).toBe(table);
  expect(shown(addDefaultRow({ ...table, defaultRows: [] }, "d")).at(-1)).toBe("||-|");
  expect(addDefaultRow(table, "e")).toBe(table);
});

test("rows are sorted by the least number of a cell, or its text, and - is last", () => {
  expect(sortRows(table, 0, 1).tableRows.map(({ id }) => id)).toEqual(["r1", "r0", "r2"]);
  expect(sortRows(table, 1, 1).tableRows.map(({ id }) => id)).toEqual(["r2", "r0", "r1"]);
  expect(sortRows(table, 2, -1).tableRows.map(({ id }) => id)).toEqual(["r2", "r1", "r0"]);
});

test("a range is filled, cleared and written", () => {
  const range = rangeOf({ row: 2, column: 1 }, { row: 0, column: 0 });
  expect(shown(fillDown(table, [0, 1], range)).slice(0, 2)).toEqual([">= 30|NL|1|R1", ">= 30|NL|2|"]);
  expect(shown(clearCells(table, [0, 3], { left: 1, right: 3 }))).toEqual([">= 30|-|-|", before[1], before[2], "||-|"]);
  expect(shown(writeAll(table, [0, 2], { left: 1, right: 1 }, "DE"))[2]).toBe("-|DE|3|R3");
});

test("pasted cells are trimmed, fill up what is empty, add rows, and end at the last column", () => {
  const cells = [
    [" < 5 ", "", "9", "R4", "beyond"],
    [">= 5", "FR"],
  ];
  const pasted = pasteCells(table, pasteRows(table, [0, 1, 2], 2, 2), 0, cells, counter());
  expect(shown(pasted)).toEqual([before[0], before[1], "< 5|-|9|R4", ">= 5|FR|-|", before[3]]);
  const atDefault = pasteCells(table, pasteRows(table, [0, 1, 2], 3, 1), 2, [["8", "R8"]], counter());
  expect(shown(atDefault)).toEqual([...before.slice(0, 3), "||8|R8"]);
});

test("pasted cells go into the shown rows, then into new ones; behind the shown rows is the default row, if there is one", () => {
  const noDefault = { ...table, defaultRows: [] };
  expect(pasteRows(table, [2, 0], 0, 2)).toEqual({ rows: [2, 0], added: 0 });
  expect(pasteRows(table, [2, 0], 1, 3)).toEqual({ rows: [0, 3, 4], added: 2 });
  expect(pasteRows(table, [2, 0], 2, 3)).toEqual({ rows: [3], added: 0 });
  expect(pasteRows(noDefault, [], 0, 1)).toEqual({ rows: [3], added: 1 });
  const cells = [["A"], ["B"], ["C"]];
  expect(shown(pasteCells(table, pasteRows(table, [2, 0], 0, 3), 3, cells, counter()))).toEqual([
    ">= 30|NL|1|B",
    before[1],
    "-|BE|3|A",
    "-|-|-|C",
    before[3],
  ]);
});

test("the cells that are shown before a paste are those that it writes", () => {
  const cells = [
    ["1", "2", "3", "R1", "beyond"],
    ["4", "5", "6", "R2"],
  ];
  for (const position of [0, 1, 2, 3]) {
    const rows = pasteRows(table, [0, 1, 2], position, cells.length);
    const after = pasteCells(table, rows, 0, cells, counter());
    // The default row moves down with each added one.
    const offset = (row: number) => (row < table.tableRows.length || rows.added > 0 ? row : row + rows.added);
    for (const { row, column, text } of pastedCells(table, rows, 0, cells)) expect(cellAt(after, { row: offset(row), column })).toBe(text);
  }
});

test("a table without rows gets those that are pasted, also where it has a default row", () => {
  const cells = [
    ["< 5", "NL", "9", "R4"],
    [">= 5", "FR", "8"],
  ];
  const empty = { ...table, tableRows: [] };
  const rows = pasteCells(empty, pasteRows(empty, [], 0, 2), 0, cells, counter());
  expect(shown(rows)).toEqual(["< 5|NL|9|R4", ">= 5|FR|8|", before[3]]);
});

test("copied cells have tabs between them, and quotes where a spreadsheet needs them", () => {
  expect(
    copiedText([
      ["NL, BE", "a\tb"],
      ['not "US"', "-"],
    ]),
  ).toBe('NL, BE\t"a\tb"\n"not ""US"""\t-');
});

test("copied cells are pasted as they were, with commas, semicolons and blank rows", () => {
  const copies = [
    [["NL, BE"]],
    [["= min(income * 0.3, 5000)"]],
    [["[1;5]"], ['not "US"']],
    [["R1"], [""], ["R3"]],
    [["R1"], [""]],
    [[""]],
    [
      ["", "", ""],
      ["a\tb", "-", "c\nd"],
      ["", "", ""],
    ],
  ];
  for (const cells of copies) expect(copiedCells(copiedText(cells), 3)).toEqual(cells);
});

test("blank rows at the end of a copied text clear cells of the table, and add no rows to it", () => {
  expect(copiedCells("R1\r\n\r\n\r\n\r\n", 2)).toEqual([["R1"], [""]]);
  expect(copiedCells("\t\n\t\n", 0)).toEqual([["", ""]]);
  expect(copiedCells("R1\n\nR3\n\n", 1)).toEqual([["R1"], [""], ["R3"]]);
  expect(copiedCells("", 3)).toEqual([]);
});

test("formulas in cells are stored with keys and shown with names", () => {
  const field = { key: "f1", name: "income", type: "Float", required: false } as const;
  const datasets = { applicationDatasetFields: [field], runtimeDatasetFields: [] };
  expect(storedCell("= income * 2", datasets)).toBe("= application.f1 * 2");
  expect(shownCell("= application.f1 * 2", datasets)).toBe("= income * 2");
  expect(storedCell("income", datasets)).toBe("income");
});
