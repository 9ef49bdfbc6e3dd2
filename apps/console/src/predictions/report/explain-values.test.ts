import type { ModelColumn } from "@airlock/contract";
import { setLocale } from "@airlock/flow/locale";
import { afterEach, expect, it } from "vitest";
import { explainValues, recordValues, typicalOf } from "./explain-values.ts";

afterEach(() => setLocale([]));

const plain = { values: [], valuesCount: 0, bands: [], distribution: { rows: 1, missing: 0, unseen: 0, bounds: [], bins: [] } };
const columns: readonly ModelColumn[] = [
  { ...plain, name: "age", type: "INTEGER", kind: "number", distribution: { ...plain.distribution, bounds: [20, 40, 60] } },
  { ...plain, name: "region", type: "STRING", kind: "category", values: ["n", "s"], distribution: { ...plain.distribution, bins: [1, 9] } },
  { ...plain, name: "empty", type: "FLOAT", kind: "number" },
];

it("begins with a usual record", () => {
  expect(typicalOf(columns)).toEqual({ age: 40, region: "s", empty: "" });
});

it("begins with a value, never with the bin of all others", () => {
  const distribution = { ...plain.distribution, bins: [2, 3, 95] };
  const names: ModelColumn = {
    ...plain,
    name: "name",
    type: "STRING",
    kind: "category",
    values: ["a", "b", "c"],
    valuesCount: 90,
    distribution,
  };
  expect(typicalOf([names])).toEqual({ name: "b" });
});

it("takes a record of the datasource by the names of its columns", () => {
  const column = (name: string, key: string) => ({ name, key, type: "STRING" as const, profile: null });
  const metadata = {
    columns: [column("region", "c0"), column("age", "c1")],
    records: [
      ["n", 31],
      [null, 7],
    ],
    cost: null,
  };
  expect(recordValues(columns, metadata, 0)).toEqual({ age: 31, region: "n", empty: "" });
  expect(recordValues(columns, metadata, 1)).toEqual({ age: 7, region: "", empty: "" });
  expect(recordValues(columns, metadata, 2)).toBeUndefined();
  expect(recordValues(columns, undefined, 0)).toBeUndefined();
});

it("sends numbers, texts and missing values", () => {
  expect(explainValues(columns, { age: "31.5", region: "7", empty: "" })).toEqual({ age: 31.5, region: "7", empty: null });
  expect(explainValues(columns, { age: "old" })).toEqual({ age: null, region: null, empty: null });
});

it("reads typed numbers as the user's locale writes them, and sends those of a record as they are", () => {
  setLocale(["de-DE"]);
  expect(explainValues(columns, { age: "1.250,5", region: "1.5", empty: 1.5 })).toEqual({ age: 1250.5, region: "1.5", empty: 1.5 });
  expect(explainValues(columns, { age: "1e3", empty: 1e-20 })).toEqual({ age: null, region: null, empty: 1e-20 });
});
