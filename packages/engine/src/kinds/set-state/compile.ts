import type { SetStateNode } from "@airlock/flow";
import { writeAssignments } from "../../compile/assignment.ts";
import { lowerSetters } from "../../program/lower-condition.ts";
import type { Assignment } from "../../program/parts.ts";
import { assignmentReads } from "../../program/slots-read.ts";
import { assignmentWrite } from "../../program/slots-written.ts";
import type { EngineKind } from "../kind.ts";

export interface SetStateOperation {
  readonly kind: "SetState";
  readonly assignments: readonly Assignment[];
}

export const setState: EngineKind<SetStateNode, SetStateOperation> = {
  lower: (node, lowering) => ({ kind: "SetState", assignments: lowerSetters(node.setFields, lowering) }),
  reads: ({ assignments }) => assignments.flatMap(assignmentReads),
  writes: ({ assignments }) => assignments.map(assignmentWrite),
  compile:
    ({ assignments }, { plainSums }) =>
    (writer) =>
      writeAssignments(assignments, plainSums, writer),
  explain: () => ({}),
};
