import { newNode, type Datasets, type DecisionTableNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { excelRows, excelSheets } from "./excel-cells.ts";

const datasets: Datasets = {
  applicationDatasetFields: [{ key: "f1", name: "age", type: "Integer", required: false }],
  runtimeDatasetFields: [{ key: "f2", name: "limit", type: "Float", required: false }],
};
const node: DecisionTableNode = {
  ...newNode("DecisionTable", "t", 0, 0),
  label: "Limits",
  inputColumns: [{ id: "i", formula: "application.f1" }],
  outputColumns: [{ id: "o", resultField: "f2" }],
  tableRows: [
    { id: "a", inputs: ["< 18"], outputs: ["0"], reasonCode: "R1" },
    { id: "b", inputs: [">= 18"], outputs: ["= application.f1 * 2"], reasonCode: "" },
  ],
  defaultRows: [{ id: "d", inputs: [], outputs: ["5"], reasonCode: "R9" }],
};
const heads = ["age", "limit"];

test("a table is exported with its formulas as they are shown, and is read again as it was", () => {
  const sheets = excelSheets(node, heads, datasets);
  expect(sheets).toEqual([
    {
      name: "Limits",
      cells: [
        ["age", "limit", "Reason code"],
        ["< 18", "0", "R1"],
        [">= 18", "= age * 2", ""],
      ],
    },
    {
      name: "Default row",
      cells: [
        ["limit", "Reason code"],
        ["5", "R9"],
      ],
    },
    {
      name: "Fields",
      cells: [
        ["Dataset", "Name", "Type"],
        ["Application", "age", "Integer"],
        ["Runtime", "limit", "Float"],
      ],
    },
  ]);
  expect(excelRows(sheets, node, heads, datasets)).toEqual({
    ok: true,
    cells: sheets[0]?.cells.slice(1),
    notes: ["The default row stays as it is."],
  });
});

test("columns are found by their heads; those on one side only are reported", () => {
  const cells = [
    ["limit", "owner", "age"],
    ["7", "Mara", "< 30"],
    ["", "", ""],
    ["8", "", "40"],
    ["9", "", "50"],
  ];
  expect(excelRows([{ name: "Any", cells }], node, heads, datasets)).toEqual({
    ok: true,
    cells: [
      ["< 30", "7", "R1"],
      ["40", "8", ""],
      ["50", "9", ""],
    ],
    notes: ["The file has no column Reason code: its cells stay as they are.", "The table has no column owner: it is left out."],
  });
});

test.each([
  [[], "The first row must have the heads of the columns: age, limit, Reason code."],
  [
    [
      ["a", "b"],
      ["1", "2"],
    ],
    "The first row must have the heads of the columns: age, limit, Reason code.",
  ],
  [[["age"]], "There are no rows below the heads."],
])("a sheet without heads or rows is refused (%#)", (cells, problem) => {
  expect(excelRows([{ name: "Any", cells }], node, heads, datasets)).toEqual({ ok: false, problem });
});
