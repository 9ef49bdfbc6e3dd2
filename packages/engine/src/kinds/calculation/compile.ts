import type { CalculationNode } from "@airlock/flow";
import { writeStore } from "../../compile/assignment.ts";
import { writeExpression } from "../../compile/expression.ts";
import { lowerExpression } from "../../program/lower-expression.ts";
import type { Expression, Slot } from "../../program/parts.ts";
import { expressionReads } from "../../program/slots-read.ts";
import type { EngineKind } from "../kind.ts";

export interface CalculationOperation {
  readonly kind: "Calculation";
  readonly expression: Expression;
  readonly target: Slot;
}

export const calculation: EngineKind<CalculationNode, CalculationOperation> = {
  lower: (node, lowering) => {
    const expression = lowerExpression(node.calculations, lowering);
    const target = lowering.numberSlot("Runtime", node.resultField);
    return expression && target && { kind: "Calculation", expression, target };
  },
  reads: ({ expression }) => expressionReads(expression),
  writes: ({ target }) => [{ target, literals: undefined }],
  compile:
    ({ expression, target }) =>
    (writer) => {
      writeExpression(expression, writer);
      writeStore(target, expression.type, writer);
    },
  explain: () => ({}),
};
