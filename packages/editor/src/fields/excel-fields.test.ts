import type { DatasetField } from "@airlock/flow";
import { expect, test } from "vitest";
import { excelFields, fieldSheet } from "./excel-fields.ts";

const existing: readonly DatasetField[] = [
  { key: "f1", name: "age", type: "Integer", required: true },
  { key: "f2", name: "income", type: "Float", required: false },
];

test("exported fields are read again as they were", () => {
  const sheet = fieldSheet("Application", existing);
  expect(sheet).toEqual({
    name: "Application fields",
    cells: [
      ["Name", "Type", "Required"],
      ["age", "Integer", "yes"],
      ["income", "Float", "no"],
    ],
  });
  expect(excelFields([sheet], "Application", [])?.map(({ field }) => field)).toEqual([
    { name: "age", type: "Integer", required: true },
    { name: "income", type: "Float", required: false },
  ]);
});

test("every row of the dataset says what becomes of it", () => {
  const cells = [
    ["Dataset", "Required", "name", "Type"],
    ["Application", "", "age", "Integer"],
    ["", "", "income", "text"],
    ["application", "yes", "Net worth", "decimal"],
    ["", "", "Net worth", "decimal"],
    ["", "", "opened", "blob"],
    ["Runtime", "", "limit", "Float"],
    ["", "", "", ""],
    ["", "", "unknown", "Float"],
  ];
  expect(
    excelFields(
      [
        { name: "Notes", cells: [["Anything"]] },
        { name: "Fields", cells },
      ],
      "Application",
      existing,
    ),
  ).toEqual([
    { name: "age", field: undefined, note: "Exists already." },
    { name: "income", field: undefined, note: "Exists already as Float: its type stays." },
    { name: "Net_worth", field: { name: "Net_worth", type: "Float", required: true }, note: "Named Net_worth." },
    { name: "Net worth", field: undefined, note: "Left out: the file has this name twice." },
    { name: "opened", field: { name: "opened", type: "String", required: false }, note: "Without a known type: String." },
    { name: "unknown", field: undefined, note: "Left out: no field can have this name." },
  ]);
});

test("a file without a column Name has no fields", () => {
  expect(excelFields([{ name: "A", cells: [["a", "b"]] }], "Runtime", [])).toBeUndefined();
});
