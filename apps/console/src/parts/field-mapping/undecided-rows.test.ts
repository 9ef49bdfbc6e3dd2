import { expect, test } from "vitest";
import { undecidedTexts } from "./undecided-rows.ts";

const profiles = new Map([
  ["annual_income", { missing: 3629 }],
  ["age", { missing: 1 }],
  ["region", { missing: 0 }],
  ["phone", { missing: 12 }],
]);
const fields = ["net_income", "income_again", "age", "region", "phone", "note"].map((key) => ({ key, required: key !== "phone" }));
const column = (key: string, value: string) => ({ key, value, useDatasource: true });

test("rows without a value that a required field takes are counted, once for each column", () => {
  const mapping = [
    column("net_income", "annual_income"),
    column("income_again", "annual_income"),
    column("age", "age"),
    column("region", "region"),
    column("phone", "phone"),
    { key: "note", value: "annual_income", useDatasource: false },
  ];
  expect(undecidedTexts(fields, mapping, (name) => profiles.get(name), 59_852)).toEqual([
    "3,629 of 59,852 records have no annual_income; they cannot be decided.",
    "1 of 59,852 records has no age; it cannot be decided.",
  ]);
});

test("a column without a profile says nothing", () => {
  expect(undecidedTexts(fields, [column("age", "age")], () => undefined, 10)).toEqual([]);
});
