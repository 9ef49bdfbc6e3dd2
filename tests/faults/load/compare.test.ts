import { expect, test } from "vitest";
import { compare } from "./compare.ts";
import type { Seen } from "./journal.ts";

const yes = (reference: string, executionId: string): Seen => ({ reference, kind: "acknowledged", executionId, millis: 1 });
const no = (reference: string, code: string): Seen => ({ reference, kind: "refused", status: 503, code });
const unknown = (reference: string): Seen => ({ reference, kind: "unknown", reason: "ECONNRESET" });
const row = (id: string, reference: string, copies = 1) => ({ id, reference, copies });
const requested = new Set(["r1", "r2", "r3"]);
const nothing = { lost: [], doubled: [], unexplained: [] };

test("every acknowledged execution once, and nothing else: no findings", () => {
  expect(compare(requested, [yes("r1", "a"), yes("r2", "b")], [row("a", "r1"), row("b", "r2")])).toEqual(nothing);
});

test("an acknowledged execution that is missing is lost, also if its id belongs to another input", () => {
  expect(compare(requested, [yes("r1", "a")], [])).toEqual({ ...nothing, lost: ["a"] });
  expect(compare(requested, [yes("r1", "a")], [row("a", "r2")])).toMatchObject({ lost: ["a"] });
});

test("a duplicate row, an id returned twice and two executions of one attempt are duplicates", () => {
  expect(compare(requested, [yes("r1", "a")], [row("a", "r1", 2)])).toEqual({ ...nothing, doubled: ["a"] });
  expect(compare(requested, [yes("r1", "a"), yes("r2", "a")], [row("a", "r1")])).toMatchObject({ doubled: ["a"], lost: ["a"] });
  expect(compare(requested, [yes("r1", "a")], [row("a", "r1"), row("b", "r1")])).toEqual({ ...nothing, doubled: ["b"] });
});

test("executions that were not requested, or were refused before they were made, are unexplained", () => {
  expect(compare(requested, [], [row("a", "r9")])).toEqual({ ...nothing, unexplained: ["a"] });
  for (const code of ["OVERLOADED", "EXECUTION_NOT_LOGGED"]) {
    expect(compare(requested, [no("r1", code)], [row("a", "r1")])).toEqual({ ...nothing, unexplained: ["a"] });
  }
});

test("executions whose response was lost are explained either way", () => {
  expect(compare(requested, [unknown("r1"), unknown("r2"), no("r3", "EXECUTION_UNCONFIRMED")], [row("a", "r1"), row("b", "r3")])).toEqual(
    nothing,
  );
});
