import type { FormulaItem, FormulaNode, TypedFormula } from "@airlock/flow";
import { op } from "../../compile/tape.ts";
import { askingForToday } from "../../formula/asking-for-today.ts";
import { compileResult } from "../../formula/compile-result.ts";
import { lowerResult } from "../../formula/lower-formula.ts";
import type { Lowering } from "../../program/lowering.ts";
import type { Slot } from "../../program/parts.ts";
import type { EngineKind } from "../kind.ts";

interface FormulaResult {
  readonly formula: TypedFormula;
  readonly usesToday: boolean;
  readonly target: Slot;
}

export interface FormulaOperation {
  readonly kind: "Formula";
  readonly results: readonly FormulaResult[];
  /** The fields that the formulas read. */
  readonly reads: readonly Slot[];
  /** Whether any of them uses the day. */
  readonly usesToday: boolean;
}

export const formula: EngineKind<FormulaNode, FormulaOperation> = {
  since: 3,
  lower: (node, lowering) => {
    const reads = new Set<Slot>();
    const results = node.formulas.map((item) => lowerItem(item, reads, lowering)).filter((result) => result !== undefined);
    return { kind: "Formula", results, reads: [...reads], usesToday: results.some(({ usesToday }) => usesToday) };
  },
  reads: ({ reads }) => reads,
  writes: ({ results }) => results.map(({ target }) => ({ target, literals: undefined })),
  compile: ({ results, reads, usesToday }) => {
    const tests = results.map((result) => compileResult(result, reads));
    if (usesToday) return askingForToday(tests);
    return (tape) => {
      for (const test of tests) tape.write(op.compute, tape.test(test));
    };
  },
  explain: () => ({}),
};

function lowerItem({ formula, resultField }: FormulaItem, reads: Set<Slot>, lowering: Lowering): FormulaResult | undefined {
  const target = lowering.slot("Runtime", resultField);
  const lowered = target && lowerResult(formula, target, reads, lowering);
  return lowered && { formula: lowered.formula, usesToday: lowered.usesToday, target };
}
