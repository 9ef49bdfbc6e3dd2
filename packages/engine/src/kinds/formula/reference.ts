import { typeFormula, type FormulaItem, type FormulaNode } from "@airlock/flow";
import { evaluateFormula, textOfDay } from "../../reference/formulas.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import type { Memory } from "../../reference/memory.ts";
import { storeNumber } from "../../reference/store-number.ts";

/** [FO2] */
export const formula: ReferenceKind<FormulaNode> = {
  run: (node, memory, gathered, effects) => {
    if (node.formulas.some((item) => typed(item, memory).usesToday)) {
      gathered.today ??= effects?.today?.(); // [FO20]
      if (gathered.today === undefined) return "EFFECTS_NEEDED"; // [EF2]
    }
    for (const item of node.formulas) {
      const failure = runResult(item, memory, gathered.today);
      if (failure !== undefined) return failure;
    }
    return undefined;
  },
};

function typed({ formula: text }: FormulaItem, memory: Memory) {
  const result = typeFormula(text, memory.scope);
  if (!result.ok) throw new Error("The validator lets no such formula through");
  return result;
}

function runResult(item: FormulaItem, memory: Memory, today: number | undefined): string | undefined {
  const { formula: parsed } = typed(item, memory);
  const { type } = parsed;
  const result = evaluateFormula(parsed, memory, today);
  if ("failure" in result) return result.failure;
  const { value } = result;
  if (type === "Integer" || type === "Float") {
    return storeNumber(item.resultField, { type, value: typeof value === "number" ? value : undefined }, memory);
  }
  memory.set("Runtime", item.resultField, type === "Date" && typeof value === "number" ? textOfDay(value) : value);
  return undefined;
}
