import { expect, test } from "vitest";
import { readWords } from "./find-words.ts";

test.each([
  ["", {}],
  ["  ", {}],
  ["Jansen", { search: "Jansen" }],
  ["age > 30", { field: "age", operator: ">", value: "30" }],
  ["age=30", { field: "age", operator: "==", value: "30" }],
  ["first name != Ada Lovelace", { field: "first name", operator: "!=", value: "Ada Lovelace" }],
  ["customer ~ neil", { field: "customer", operator: "contains", value: "neil" }],
  ["age >=", { search: "age >=" }],
  ["reason = R07", { reasonCode: "R07" }],
  ["duration >= 100", { minMillis: "100" }],
  ["duration < 5", { maxMillis: "5" }],
  ["duration = long", { field: "duration", operator: "==", value: "long" }],
])("%j", (text, asked) => {
  expect(readWords(text)).toEqual(asked);
});
