import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { isMatch } from "./erase-dead-letters.ts";

const plan = {
  applicationFields: [
    { key: "a", name: "person", type: "String", required: false },
    { key: "b", name: "number", type: "Float", required: false },
    { key: "c", name: "born", type: "Date", required: false },
  ],
  runtimeFields: [],
} as const;

function matches(field: string, value: string, application: unknown): boolean {
  const hash = createHash("sha256").update(`salt${value}`).digest("hex");
  return isMatch({ id: "e", solutionId: null, field, salt: "salt", hash }, { plan }, [1, application, "B", [], []]);
}

test("text is compared exactly, a number as ClickHouse writes it", () => {
  expect(matches("person", "ada", ["ada", null])).toBe(true);
  expect(matches("person", "ada", ["Ada", null])).toBe(false);
  expect(matches("number", "1042", [null, 1042])).toBe(true);
  expect(matches("number", "0.5", [null, 0.5])).toBe(true);
  expect(matches("number", "1e21", [null, 1e21])).toBe(true);
});

test("a date is compared as callers write it", () => {
  expect(matches("born", "1970-01-11", [null, null, 10])).toBe(true);
  expect(matches("born", "10", [null, null, 10])).toBe(false);
});

test("a missing value matches nothing", () => {
  expect(matches("person", "", [null, 1])).toBe(false);
  expect(matches("other", "ada", ["ada", 1])).toBe(false);
  expect(matches("person", "ada", "ada")).toBe(false);
});
