import type { Finding } from "@airlock/flow";
import { expect, test } from "vitest";
import { emptyTrace } from "../../trace/trace.ts";
import { Marks, unmarked, type Drawn } from "./marks.ts";

const plain: Drawn = { findings: [], trace: undefined, coverage: undefined, comparison: undefined };
const finding = (nodeId: string, level: Finding["level"]): Finding => ({ code: "X", level, nodeId, message: "x" });

test("marks tell findings, runs, coverage and comparison by id; an error outweighs a warning", () => {
  const marks = new Marks();
  marks.draw({
    findings: [finding("a", "warning"), finding("a", "error"), finding("a", "warning"), { ...finding("", "error"), linkId: "l" }],
    trace: { ...emptyTrace, nodes: new Map([["b", "failed"]]), reasons: new Map([["b", "No answer"]]), links: new Set(["m"]) },
    coverage: { links: new Map(), uncoveredLinks: ["l"], uncoveredNodes: [], tables: new Map(), share: 0 },
    comparison: new Map([["c", "changed"]]),
  });
  expect(marks.of("a")).toEqual({ ...unmarked, level: "error" });
  expect(marks.of("b")).toEqual({ ...unmarked, run: "failed", reason: "No answer" });
  expect(marks.of("m")).toEqual({ ...unmarked, run: "executed", isLifted: true });
  expect(marks.of("l").isUncovered).toBe(true);
  expect(marks.of("c").compared).toBe("changed");
  expect(marks.of("d")).toBe(unmarked);
});

test("new findings notify only watchers of changed marks", () => {
  const marks = new Marks();
  marks.draw({ ...plain, findings: [finding("a", "error"), finding("b", "warning")] });
  const woken: string[] = [];
  for (const id of ["a", "b", "c"]) marks.watch(id, () => woken.push(id));
  const before = marks.of("a");
  marks.draw({ ...plain, findings: [finding("a", "error"), finding("c", "error")] });
  expect(woken).toEqual(["b", "c"]);
  expect(marks.of("a")).toBe(before);
  marks.lift(["a"]);
  expect([marks.of("a").isLifted, marks.of("c").isLifted, woken.length]).toEqual([true, false, 3]);
});
