import { expect, test } from "vitest";
import { carriedByProposal, proposedCarry } from "./proposed-carry.ts";

const rows = 1000;
const profiles = new Map([
  ["phone", { type: "STRING", distinct: rows, missing: 0, min: "01", max: "99" }],
  ["application_id", { type: "STRING", distinct: rows, missing: 0, min: "A1", max: "A9" }],
  ["score", { type: "FLOAT", distinct: rows, missing: 0, min: 0.1, max: 0.9 }],
  ["almost", { type: "INTEGER", distinct: rows, missing: 3, min: 1, max: 2000 }],
  ["gender", { type: "STRING", distinct: 2, missing: 0, min: "f", max: "m" }],
  ["is_new", { type: "INTEGER", distinct: 2, missing: 0, min: 0, max: 1 }],
  ["defaulted", { type: "STRING", distinct: 2, missing: 0, min: "no", max: "yes" }],
] as const);
const columnsOf = (...names: readonly string[]) =>
  [...profiles].flatMap(([name, { type }]) => (names.includes(name) ? [{ name, type }] : []));
const proposed = (...names: readonly Parameters<typeof profiles.get>[0][]) =>
  carriedByProposal(proposedCarry(columnsOf(...names), (name) => [...profiles].find(([one]) => one === name)?.[1], rows));

test("the key is different in every row, the label has two values; likely names come first", () => {
  expect(proposed(...profiles.keys())).toEqual(["application_id", "defaulted"]);
  expect(proposed("phone", "gender", "is_new")).toEqual(["phone", "is_new"]);
});

test("a measure, a column with gaps and two values that are no yes and no are not proposed", () => {
  expect(proposed("score", "almost", "gender")).toEqual([]);
});

test("what has no profile is not proposed", () => {
  expect(carriedByProposal(proposedCarry(columnsOf("application_id"), () => undefined, rows))).toEqual([]);
});
