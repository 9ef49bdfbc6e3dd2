import type { SubFlowNode } from "@airlock/flow";
import { writeAssignments } from "../../compile/assignment.ts";
import type { Assignment } from "../../program/parts.ts";
import { assignmentReads } from "../../program/slots-read.ts";
import { assignmentWrite } from "../../program/slots-written.ts";
import type { EngineKind } from "../kind.ts";

/** What remains of a sub-flow's node after the nodes of the sub-flow were inlined into the program. */
export interface SubFlowOperation {
  readonly kind: "SubFlow";
  readonly outputs: readonly Assignment[];
}

/** [SF4] */
export const subFlow: EngineKind<SubFlowNode, SubFlowOperation> = {
  since: 5,
  lower: (node, lowering) => {
    const outputs = lowering.outputs(node);
    return outputs && { kind: "SubFlow", outputs };
  },
  reads: ({ outputs }) => outputs.flatMap(assignmentReads),
  writes: ({ outputs }) => outputs.map(assignmentWrite),
  compile:
    ({ outputs }, { plainSums }) =>
    (writer) =>
      writeAssignments(outputs, plainSums, writer),
  explain: () => ({}),
};
