import { predictionMapping, predictionSettings } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import type { DatasourceRow } from "../datasource/store.ts";
import { lacking, settledMapping, wrongMapping } from "./check.ts";

const column = (key: string, name: string, type: "STRING" | "INTEGER" | "FLOAT" = "FLOAT") => ({ key, name, type });
const columns = [column("c0", "age", "INTEGER"), column("c1", "region", "STRING"), column("c2", "paid", "STRING")];

function datasource(over: Partial<DatasourceRow> = {}): DatasourceRow {
  return {
    id: "D",
    name: "Loans",
    type: "LinkedStorage",
    connection: null,
    table_type: "custom",
    table_name: "loans",
    project_id: "",
    dataset: "",
    bucket: "",
    object: "",
    columns,
    selected_columns: [],
    status: "ready",
    record_count: "3",
    profile: null,
    created_at: new Date(0),
    revision: 1,
    import_id: null,
    ...over,
  };
}
const mapping = predictionMapping.parse({ columns, selectedRowKeys: ["c0", "c1"], labelField: "c2" });
const settings = predictionSettings.parse({});
const sources = { training: datasource(), test: undefined, evaluation: undefined };

describe("a mapping cannot be saved", () => {
  test("with the label among the inputs", () => {
    expect(wrongMapping({ ...mapping, selectedRowKeys: ["c0", "c2"] })).toMatchObject({ field: "mapping.selectedRowKeys", code: "label" });
  });
  test("with keys that no column has, or duplicate keys", () => {
    expect(wrongMapping({ ...mapping, selectedRowKeys: ["c9"] })).toMatchObject({ code: "unknown" });
    expect(wrongMapping({ ...mapping, labelField: "c9" })).toMatchObject({ field: "mapping.labelField", code: "unknown" });
    expect(wrongMapping({ ...mapping, selectedRowKeys: ["c0", "c0"] })).toMatchObject({ code: "twice" });
    expect(wrongMapping({ ...mapping, columns: [...mapping.columns, ...mapping.columns] })).toMatchObject({ field: "mapping.columns" });
  });
  test("and all others can", () => expect(wrongMapping(mapping)).toBeUndefined());
});

test("a mapping is stored with one label, ascending bounds and an input for each selected column", () => {
  const [age, region, paid] = mapping.columns;
  if (age === undefined || region === undefined || paid === undefined) throw new Error("There are three columns.");
  const settled = settledMapping(
    {
      ...mapping,
      columns: [{ ...age, boundaries: [30, 18, 30], isLabelColumn: true }, { ...region, boundaries: [1], valuesCount: 5 }, paid],
      inputFields: [{ name: "age", applicationField: "Age", dsName: "other", dsFieldName: "" }],
    },
    datasource(),
  );
  expect(settled.columns.map(({ isLabelColumn }) => isLabelColumn)).toEqual([false, false, true]);
  expect(settled.columns.map(({ boundaries }) => boundaries)).toEqual([[18, 30], [], []]);
  expect(settled.inputFields).toEqual([
    { name: "age", applicationField: "Age", dsName: "Loans", dsFieldName: "age" },
    { name: "region", applicationField: "", dsName: "Loans", dsFieldName: "region" },
  ]);
});

describe("training requires", () => {
  const messages = (...given: Parameters<typeof lacking>) => lacking(...given).map(({ message }) => message);
  test("nothing more if it is complete", () => expect(messages(mapping, settings, sources)).toEqual([]));
  test("a datasource", () =>
    expect(messages(mapping, settings, { ...sources, training: undefined })).toEqual(["Please select a valid training datasource first."]));
  test("rows", () => {
    expect(messages(mapping, settings, { ...sources, training: datasource({ status: "importing" }) })[0]).toMatch(/has no records/);
  });
  test("a label, columns and unique names", () => {
    expect(messages({ ...mapping, labelField: "", selectedRowKeys: [] }, settings, sources)).toHaveLength(2);
    const alike = mapping.columns.map((one) => ({ ...one, name: "same" }));
    expect(messages({ ...mapping, columns: alike }, settings, sources)).toEqual([
      "Two columns are called same. Give them different names.",
    ]);
  });
  test("columns that the datasources have", () => {
    const added = predictionMapping.parse({ ...mapping, columns: [...mapping.columns, column("new", "new")], selectedRowKeys: ["new"] });
    expect(messages(added, settings, sources)).toEqual(["The training datasource Loans has no column new."]);
    const test = datasource({ name: "Later", columns: columns.slice(1) });
    expect(messages(mapping, settings, { ...sources, test })).toEqual(["The datasource Later has no column age."]);
  });
  test("the settings of its validation", () => {
    expect(messages(mapping, { ...settings, validation: "test" }, sources)).toHaveLength(1);
    expect(messages(mapping, { ...settings, validation: "time", timeColumn: "c9" }, sources)).toHaveLength(1);
    expect(messages(mapping, { ...settings, validation: "time", timeColumn: "c0" }, sources)).toEqual([]);
  });
});
