import { typeFormula, type FormulaItem, type FormulaNode } from "@airlock/flow";
import { evaluateFormula } from "../../reference/formulas.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import type { Memory } from "../../reference/memory.ts";
import { storeNumber } from "../../reference/store-number.ts";

/** [FO2] */
export const formula: ReferenceKind<FormulaNode> = {
  run: (node, memory) => {
    for (const item of node.formulas) {
      const failure = runResult(item, memory);
      if (failure !== undefined) return failure;
    }
    return undefined;
  },
};

function runResult({ resultField, formula: text }: FormulaItem, memory: Memory): string | undefined {
  const typed = typeFormula(text, { type: (source, key) => memory.type(source, key) });
  if (!typed.ok) throw new Error("The validator lets no such formula through");
  const { type } = typed.formula;
  const result = evaluateFormula(typed.formula, memory);
  if ("failure" in result) return result.failure;
  const { value } = result;
  if (type === "Integer" || type === "Float") {
    return storeNumber(resultField, { type, value: typeof value === "number" ? value : undefined }, memory);
  }
  memory.set("Runtime", resultField, typeof value === "string" ? value : undefined);
  return undefined;
}
