import { expect, test } from "vitest";
import { isLongId, readWords } from "./find-words.ts";

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
])("%j", (text, criteria) => {
  expect(readWords(text)).toEqual(criteria);
});

test("ids are distinguished from words", () => {
  const ids = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01arz3ndektsv4rrffq69g5fav", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"];
  for (const id of ids) expect(isLongId(id), id).toBe(true);
  for (const word of [undefined, "Jansen", "R07", "order-17", "Ada Lovelace 1815 to 1852", "averyveryverylongword"])
    expect(isLongId(word), word).toBe(false);
});
