import { compileAssignments } from "../compile/assignment.ts";
import { compileCondition } from "../compile/condition.ts";
import { lowerCondition, lowerSetters } from "../program/lower-condition.ts";
import type { EngineKind } from "./kind.ts";

export const easyRule: EngineKind<"EasyRule"> = {
  lower: (node, lowering) => ({
    kind: "EasyRule",
    condition: lowerCondition(node.conditionFields, lowering),
    assignments: lowerSetters(node.thenFields, lowering),
  }),
  compile: ({ condition, assignments }, context) => {
    const sets = compileAssignments(assignments, context);
    if (condition.length === 0) return sets;
    const holds = compileCondition(condition);
    return [
      (state) => {
        if (!holds(state)) return;
        for (let i = 0; i < sets.length && state.fault === undefined; i += 1) sets[i]?.(state);
      },
    ];
  },
};
