import { writeAssignments } from "../compile/assignment.ts";
import { lowerSetters } from "../program/lower-condition.ts";
import type { EngineKind } from "./kind.ts";

export const setState: EngineKind<"SetState"> = {
  lower: (node, lowering) => ({ kind: "SetState", assignments: lowerSetters(node.setFields, lowering) }),
  compile:
    ({ assignments }, { plainSums }) =>
    (tape) =>
      writeAssignments(assignments, plainSums, tape),
};
