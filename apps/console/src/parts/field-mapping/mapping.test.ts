import { expect, test } from "vitest";
import { guessColumn, mappedByName, mappingFor } from "./mapping.ts";

const columns = [
  { name: "age", type: "INTEGER" },
  { name: "Net Income", type: "FLOAT" },
  { name: "net_income", type: "STRING" },
  { name: "purpose", type: "STRING" },
] as const;
const field = (name: string, type: "String" | "Integer" | "Float") => ({ key: `key of ${name}`, name, type, required: false });

test("a column is guessed by its name, if the field can take it", () => {
  expect(guessColumn(field("age", "Integer"), columns)?.name).toBe("age");
  expect(guessColumn(field("netIncome", "Float"), columns)?.name).toBe("Net Income");
  expect(guessColumn(field("net_income", "String"), columns)?.name).toBe("net_income");
  expect(guessColumn(field("purpose", "Integer"), columns)).toBeUndefined();
});

test("a choice is kept; only fields without a choice are guessed", () => {
  const fields = [field("age", "Integer"), field("purpose", "String"), field("other", "String")];
  const chosen = [{ key: "key of age", value: "", useDatasource: false }];
  expect(mappingFor(fields, columns, chosen)).toEqual([
    { key: "key of age", value: "", useDatasource: false },
    { key: "key of purpose", value: "purpose", useDatasource: true },
    { key: "key of other", value: "", useDatasource: false },
  ]);
});

test("mapping by name leaves what has no column of its name", () => {
  const fields = [field("age", "Integer"), field("other", "String")];
  const mapping = [
    { key: "key of age", value: "24", useDatasource: false },
    { key: "key of other", value: "NL", useDatasource: false },
  ];
  expect(mappedByName(fields, columns, mapping)).toEqual([
    { key: "key of age", value: "age", useDatasource: true },
    { key: "key of other", value: "NL", useDatasource: false },
  ]);
});
