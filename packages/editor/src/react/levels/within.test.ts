import { expect, test } from "vitest";
import { coverageOf } from "../../coverage/coverage.ts";
import { definitionOf } from "../../document/flow-document.ts";
import { execute } from "../../testing/execute.ts";
import { loan } from "../../testing/sub-flow.ts";
import { traceOf } from "../../trace/trace.ts";
import { valuesAt } from "../../trace/values-at.ts";
import { coverageWithin, entriesWithin, traceWithin, valuesWithin } from "./within.ts";

test("a trace has the parts of sub-flows, and those of one level with their own ids", () => {
  const { executionEvents, linksTaken } = execute(loan, { salary: 2000 });
  const trace = traceOf(loan, executionEvents, linksTaken);
  expect(new Set(traceWithin(trace, "").nodes.keys())).toEqual(new Set(["start", "before", "call", "end"]));
  const within = traceWithin(trace, "call/");
  expect(new Set(within.nodes.keys())).toEqual(new Set(["start", "good", "end"]));
  expect([...within.links]).toEqual(["rich", "link2"]);
  expect(within.changes.get("good")).toEqual([{ name: "grade", before: undefined, after: "A" }]);
  // By name, and the sub-flow has fields of its own.
  expect([...trace.setBy]).toEqual([
    ["limit", "before"],
    ["result", "call"],
  ]);
});

test("a node whose sub-flow failed has failed too, for the same reason", () => {
  const { executionEvents, linksTaken, error } = execute(loan, { salary: 0 });
  const trace = traceOf(loan, executionEvents, linksTaken, error);
  const outer = traceWithin(trace, "");
  expect(outer.nodes.get("call")).toBe("failed");
  expect([...outer.links]).toEqual(["link0", "link1"]);
  expect(outer.reasons.get("call")).toBe(error?.message);
  expect(traceWithin(trace, "call/").nodes.get("ratio")).toBe("failed");
});

test("the values of a node inside are those of its sub-flow: application values by the mapping", () => {
  const { executionEvents, linksTaken } = execute(loan, { salary: 2000 });
  const values = valuesAt(executionEvents, { salary: 2000 }, { linksTaken, definition: definitionOf(loan) });
  const within = valuesWithin(values, "call/");
  expect(within({ node: "good" })).toEqual({
    application: { income: 2000, age: 18 },
    runtime: {},
    after: { grade: "A" },
    linksTaken: new Set(["rich", "link2"]),
  });
  expect(values({ node: "call" })?.application).toEqual({ salary: 2000 });
  expect(valuesWithin(values, "")).toBe(values);
});

test("coverage counts the links inside, and says which of them no case took", () => {
  const coverage = coverageOf(loan, [execute(loan, { salary: 2000 }).linksTaken]);
  expect(coverage.share).toBeCloseTo(5 / 7);
  expect(coverageWithin(coverage, "").uncoveredLinks).toEqual([]);
  expect(coverageWithin(coverage, "call/")).toMatchObject({ uncoveredLinks: ["poor", "link3"], uncoveredNodes: ["ratio"] });
  expect(coverageOf(loan, []).uncoveredNodes).toEqual([
    "start",
    "before",
    "call",
    "end",
    ...["start", "good", "ratio", "end"].map((id) => `call/${id}`),
  ]);
});

test("a map without parts of sub-flows stays as it is", () => {
  const map = new Map([["a", 1]]);
  expect(entriesWithin(map, "")).toBe(map);
  expect(entriesWithin(new Map([["a/b/c", 1]]), "a/").size).toBe(0);
});
