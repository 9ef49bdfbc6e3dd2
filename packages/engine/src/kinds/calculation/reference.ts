import type { CalculationNode } from "@airlock/flow";
import { calculate } from "../../reference/calculations.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import { storeNumber } from "../../reference/store-number.ts";

/** [CA1] */
export const calculation: ReferenceKind<CalculationNode> = {
  run: (node, memory) => storeNumber(node.resultField, calculate(node.calculations, memory), memory),
};
