import type { ExecutionStep, HeldCondition } from "@airlock/contract";
import { expect, test } from "vitest";
import { decidedAt } from "./decided-at.ts";

const step = (nodeId: string, given: Partial<ExecutionStep> = {}): ExecutionStep => ({
  nodeId,
  label: nodeId,
  kind: "SetState",
  reads: [],
  changes: [],
  reasonCodes: [],
  links: [],
  ...given,
});
const sets = (after: string, before?: string): Pick<ExecutionStep, "changes"> => ({
  changes: [{ source: "Runtime", field: "result", ...(before === undefined ? {} : { before }), after }],
});
const to = (targetId: string, given: Partial<ExecutionStep["links"][number]> = {}): ExecutionStep["links"] => [
  { linkId: `to ${targetId}`, targetId, taken: true, otherwise: false, ...given },
];
const young: HeldCondition = {
  holds: true,
  groups: [
    [
      {
        left: { source: "Application", field: "residency", value: "NL" },
        operator: "!=",
        right: { source: "Literal", value: "NL" },
        holds: false,
      },
    ],
    [{ left: { source: "Application", field: "age", value: 17 }, operator: "<", right: { source: "Literal", value: 18 }, holds: true }],
  ],
};

test("a rule that sets the result is where it was decided, with the part of its condition that held", () => {
  const steps = [
    step("start", { kind: "Start", links: to("Eligibility") }),
    step("Eligibility", { kind: "EasyRule", condition: young, ...sets("Decline"), links: to("Declined") }),
    // Sets what it is already.
    step("Declined", sets("Decline", "Decline")),
  ];
  expect(decidedAt(steps, "result")).toEqual({ label: "Eligibility", because: "age < 18 (age was 17)" });
});

test("a state that a condition leads to, also through other nodes, is decided by that condition", () => {
  const steps = [
    step("start", { links: to("note", { condition: young }) }),
    step("note", { links: to("Stop") }),
    step("Stop", { ...sets("Decline"), links: to("end") }),
    step("end", { kind: "End" }),
  ];
  expect(decidedAt(steps, "result")).toEqual({ label: "Stop", because: "age < 18 (age was 17)" });
});

test("otherwise gives no condition, and a result that no node set has no place", () => {
  const steps = [step("start", { links: to("Approve", { otherwise: true }) }), step("Approve", { label: "", ...sets("Approve") })];
  expect(decidedAt(steps, "result")).toEqual({ label: "SetState" });
  expect(decidedAt(steps, "other")).toBeUndefined();
});
