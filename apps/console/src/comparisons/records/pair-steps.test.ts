import type { ExecutionStep } from "@airlock/contract";
import { expect, test } from "vitest";
import { pairSteps } from "./pair-steps.ts";

const step = (nodeId: string, after?: number): ExecutionStep => ({
  nodeId,
  label: nodeId,
  kind: "Calculation",
  reads: [],
  changes: after === undefined ? [] : [{ source: "Runtime", field: "total", before: undefined, after }],
  reasonCodes: [],
  links: [],
});

test("steps that agree are folded, and steps that differ are paired", () => {
  const groups = pairSteps(
    [step("start"), step("age"), step("total", 588), step("refer"), step("end")],
    [step("start"), step("age"), step("total", 613), step("approve"), step("end")],
  );
  expect(groups.map((group) => (group.kind === "same" ? group.steps.map(({ nodeId }) => nodeId) : group.step.nodeId))).toEqual([
    ["start", "age"],
    "total",
    "refer",
    "approve",
    ["end"],
  ]);
  const apart = groups.flatMap((group) => (group.kind === "differs" ? [[group.step.left?.nodeId, group.step.right?.nodeId]] : []));
  expect(apart).toEqual([
    ["total", "total"],
    ["refer", undefined],
    [undefined, "approve"],
  ]);
});

test("two that are the same are one group, and one that ended early leaves the rest to the other", () => {
  expect(pairSteps([step("a"), step("b")], [step("a"), step("b")])).toHaveLength(1);
  expect(pairSteps([step("a")], [step("a"), step("b")]).map(({ kind }) => kind)).toEqual(["same", "differs"]);
});
