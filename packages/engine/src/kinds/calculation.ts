import { writeStore } from "../compile/assignment.ts";
import { writeExpression } from "../compile/expression.ts";
import { lowerExpression } from "../program/lower-expression.ts";
import type { EngineKind } from "./kind.ts";

export const calculation: EngineKind<"Calculation"> = {
  lower: (node, lowering) => {
    const expression = lowerExpression(node.calculations, lowering);
    const target = lowering.numberSlot("Runtime", node.resultField);
    return expression && target && { kind: "Calculation", expression, target };
  },
  compile:
    ({ expression, target }) =>
    (tape) => {
      writeExpression(expression, tape);
      writeStore(target, expression.type, tape);
    },
};
