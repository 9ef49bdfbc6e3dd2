import { expect, test } from "vitest";
import { faultsOf } from "./spec-check.ts";

const all = (from: number) =>
  Array.from({ length: 408 - from }, (_, at) => `| ${at + from} | A statement | \`docs/decisions/a.md\` |`).join("\n");
const files: Readonly<Record<string, string>> = { "docs/decisions/a.md": "# A", "x.test.ts": 'test("adds up")' };
const faults = (row: string) => faultsOf(`${row}\n${all(2)}`, (path) => files[path]);

test("a row refers to a test by its words, or to a decision", () => {
  expect(faults('| 1 | Sums | `x.test.ts` "adds up" |')).toEqual([]);
  expect(faults("| 1 | Sums | `docs/decisions/a.md` |")).toEqual([]);
});

test("a renamed test, a moved file and a statement without a check are faults", () => {
  expect(faults('| 1 | Sums | `x.test.ts` "adds down" |')).toEqual(['1: x.test.ts has no "adds down"']);
  expect(faults('| 1 | Sums | `y.test.ts` "adds up" |')).toEqual(["1: y.test.ts does not exist"]);
  expect(faults("| 1 | Sums | seen by eye |")).toEqual(["1: names neither a test nor a decision"]);
  expect(faults("| 1 | Sums | `x.test.ts` |")).toEqual(["1: x.test.ts needs the name of a test"]);
  expect(faults("")).toEqual(["1: has no row"]);
});
