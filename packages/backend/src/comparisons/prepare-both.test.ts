import { readFileSync } from "node:fs";
import { parseDefinition, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import type { StoredDatasource } from "../datasets/index.ts";
import { prepareBoth } from "./prepare-both.ts";

const example = new URL("../../../../examples/consumer-credit-scorecard.json", import.meta.url);
const parsed = parseDefinition((JSON.parse(readFileSync(example, "utf8")) as { readonly definition: unknown }).definition);
if (!parsed.ok) throw new Error("The example cannot be read.");
const live: Definition = parsed.definition;
const flow = (definition: Definition) => ({ definition, behaviour: 1, models: new Map() });

const columnTypes = { String: "STRING", Integer: "INTEGER", Float: "FLOAT", Boolean: "STRING", Date: "STRING" } as const;
const columns = live.applicationDatasetFields.map(({ name, type }, index) => ({ name, key: `c${index}`, type: columnTypes[type] }));
const datasource: StoredDatasource = {
  id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  name: "Loans",
  type: "LinkedStorage",
  status: "ready",
  columns,
  selected_columns: columns.map(({ name }) => name),
  record_count: "900",
  import_id: null,
};
const mapping = live.applicationDatasetFields.map(({ key, name }) => ({ key, value: name, useDatasource: true }));

/** With another required field of this key. */
function withPostcode(key: string): Definition {
  const [first] = live.applicationDatasetFields;
  const postcode = { ...first, key, name: "postcode", type: "String", required: true };
  return { ...live, applicationDatasetFields: [...live.applicationDatasetFields, postcode] } as Definition;
}

test("a field that was deleted and added again is mapped like the other flow's field of the same name", () => {
  const named = [...mapping, { key: "before", value: "residency", useDatasource: true }];
  const flows = { left: flow(withPostcode("before")), right: flow(withPostcode("after")) };
  const prepared = prepareBoth(datasource, flows, named, ["age", "gone"]);
  if (prepared.kind !== "prepared") throw new Error(JSON.stringify(prepared));
  expect(prepared.fieldMapping.right.at(-1)).toMatchObject({ key: "after", name: "postcode", value: "residency", useDatasource: true });
  expect(prepared.datasource).toMatchObject({ name: "Loans", recordCount: 900, carry: ["age"] });
});

test("a required field of one flow without a mapping is named", () => {
  expect(prepareBoth(datasource, { left: flow(live), right: flow(withPostcode("new")) }, mapping, [])).toMatchObject({
    kind: "mappingInvalid",
    problems: [{ key: "new", code: "required" }],
  });
});

test("a column that was not imported cannot be mapped, and a datasource that is not imported cannot be read", () => {
  const both = { left: flow(live), right: flow(live) };
  const fewer = { ...datasource, selected_columns: datasource.selected_columns.filter((name) => name !== "age") };
  expect(prepareBoth(fewer, both, mapping, [])).toMatchObject({ kind: "mappingInvalid", problems: [{ code: "columnUnknown" }] });
  expect(prepareBoth({ ...datasource, status: "importing" }, both, mapping, [])).toEqual({ kind: "notReady" });
});
