import type { EasyRuleNode } from "@airlock/flow";
import { writeAssignments } from "../../compile/assignment.ts";
import { writeCondition } from "../../compile/condition.ts";
import { lowerCondition, lowerSetters } from "../../program/lower-condition.ts";
import type { Assignment, Condition } from "../../program/parts.ts";
import { assignmentReads, conditionReads } from "../../program/slots-read.ts";
import { assignmentWrite } from "../../program/slots-written.ts";
import { explainCondition } from "../../record/explain-condition.ts";
import type { EngineKind } from "../kind.ts";

export interface EasyRuleOperation {
  readonly kind: "EasyRule";
  readonly condition: Condition;
  readonly assignments: readonly Assignment[];
}

export const easyRule: EngineKind<EasyRuleNode, EasyRuleOperation> = {
  lower: (node, lowering) => ({
    kind: "EasyRule",
    condition: lowerCondition(node.conditionFields, lowering),
    assignments: lowerSetters(node.thenFields, lowering),
  }),
  reads: ({ condition, assignments }) => [...conditionReads(condition), ...assignments.flatMap(assignmentReads)],
  writes: ({ assignments }) => assignments.map(assignmentWrite),
  compile:
    ({ condition, assignments }, { plainSums }) =>
    (writer) => {
      const open = writeCondition(condition, writer);
      writeAssignments(assignments, plainSums, writer);
      writer.patchHere(open);
    },
  explain: ({ condition }, state) => ({ condition: explainCondition(condition, state) }),
};
