import { expect, test } from "vitest";
import { readChange } from "./read-change.ts";

const list = { key_type: "Integer", columns: [{ name: "rate", type: "Float" }] } as const;

test("keys and values get the form in which they are stored", () => {
  expect(readChange(list, { put: [{ key: "007", values: ["0.50"] }], remove: ["08"] })).toEqual({
    put: [{ key: "7", cells: [0.5] }],
    remove: [{ key: "8" }],
  });
});

test("what a change is based on is read like the values, and may be no row", () => {
  expect(readChange(list, { put: [{ key: "7", values: [1], was: ["0.50"] }], remove: [] })).toMatchObject({ put: [{ was: [0.5] }] });
  expect(readChange(list, { put: [{ key: "7", values: [1], was: null }], remove: [] })).toMatchObject({ put: [{ was: null }] });
  expect(readChange(list, { put: [{ key: "7", values: [1], was: ["much"] }], remove: [] })).toMatchObject({
    problem: { problems: [{ field: "put.0.was.0", message: 'must be a number, not "much"' }] },
  });
});

test("what a removal is based on is read, too", () => {
  expect(readChange(list, { put: [], remove: [{ key: "08", was: ["0.50"] }] })).toMatchObject({ remove: [{ key: "8", was: [0.5] }] });
  expect(readChange(list, { put: [], remove: [{ key: "8", was: ["much"] }] })).toMatchObject({
    problem: { problems: [{ field: "remove.0.was.0", message: 'must be a number, not "much"' }] },
  });
});

test("everything that is wrong is reported at its position", () => {
  const refused = readChange(list, {
    put: [
      { key: "seven", values: [1] },
      { key: "8", values: ["much"] },
      { key: "08", values: [1, 2] },
    ],
    remove: ["x", "8"],
  });
  expect(refused).toMatchObject({ kind: "refused", problem: { code: "INVALID_REQUEST" } });
  const problems = "problem" in refused ? (refused.problem.problems ?? []) : [];
  expect(problems.map(({ field, message }) => [field, message])).toEqual([
    ["put.0.key", 'must be a whole number, not "seven"'],
    ["put.1.values.0", 'must be a number, not "much"'],
    ["put.2.key", "is sent twice"],
    ["put.2.values", "must have 1 values"],
    ["remove.0", 'must be a whole number, not "x"'],
    ["remove.1", "is put and removed"],
  ]);
});
