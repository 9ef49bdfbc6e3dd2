import type { DatasetField } from "@airlock/flow";
import { expect, test } from "vitest";
import { readJson, textsOf } from "./input-values.ts";

const fields: readonly DatasetField[] = [
  { key: "a", name: "age", type: "Integer", required: true },
  { key: "b", name: "income", type: "Float", required: false },
  { key: "c", name: "name", type: "String", required: false },
];

test("JSON is taken over into the form only when the form can hold it", () => {
  expect(textsOf(fields, { age: 34, name: null })).toEqual({ age: "34" });
  expect(textsOf(fields, { age: 34, height: 2 })).toBeUndefined();
  expect(textsOf(fields, { age: [34] })).toBeUndefined();
});

test("what is not an object of JSON says why", () => {
  expect(readJson('{"age": 1}')).toEqual({ ok: true, body: { age: 1 } });
  expect(readJson("[]")).toMatchObject({ ok: false });
  expect(readJson("{age}")).toMatchObject({ ok: false });
});
