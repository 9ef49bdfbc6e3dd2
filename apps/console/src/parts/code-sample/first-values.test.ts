import type { DatasetField } from "@airlock/flow";
import { expect, test } from "vitest";
import { bodyOf, firstTexts } from "./first-values.ts";

const fields: readonly DatasetField[] = [
  { key: "a", name: "age", type: "Integer", required: true },
  { key: "b", name: "income", type: "Float", required: false },
  { key: "c", name: "name", type: "String", required: false },
];

test("a form begins with the version's own test data, else with samples", () => {
  expect(firstTexts(fields, [{ name: "age", value: "34" }])).toEqual({ age: "34", income: "123.45", name: "text" });
});

test("numbers are sent as numbers, other texts unchanged, empty fields not at all", () => {
  expect(bodyOf(fields, { age: "34", income: " 1e3", name: "007" })).toEqual({ age: 34, income: 1000, name: "007" });
  expect(bodyOf(fields, { age: "old", income: "", name: "" })).toEqual({ age: "old" });
  expect(bodyOf(fields, { age: "0x10" })).toEqual({ age: "0x10" });
});
