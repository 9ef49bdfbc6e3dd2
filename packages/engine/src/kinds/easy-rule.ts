import { writeAssignments } from "../compile/assignment.ts";
import { writeCondition } from "../compile/condition.ts";
import { lowerCondition, lowerSetters } from "../program/lower-condition.ts";
import type { EngineKind } from "./kind.ts";

export const easyRule: EngineKind<"EasyRule"> = {
  lower: (node, lowering) => ({
    kind: "EasyRule",
    condition: lowerCondition(node.conditionFields, lowering),
    assignments: lowerSetters(node.thenFields, lowering),
  }),
  compile:
    ({ condition, assignments }, { plainSums }) =>
    (tape) => {
      const open = writeCondition(condition, tape);
      writeAssignments(assignments, plainSums, tape);
      tape.reachHere(open);
    },
};
