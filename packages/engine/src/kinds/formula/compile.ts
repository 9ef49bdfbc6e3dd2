import type { FormulaItem, FormulaNode, TypedFormula } from "@airlock/flow";
import { op } from "../../compile/bytecode.ts";
import { todayEffect } from "../../formula/today-effect.ts";
import { compileResult } from "../../formula/compile-result.ts";
import { FormulaReads, lowerResult } from "../../formula/lower-formula.ts";
import type { Lowering } from "../../program/lowering.ts";
import type { ListUse, Slot } from "../../program/parts.ts";
import type { EngineKind } from "../kind.ts";

interface FormulaResult {
  readonly formula: TypedFormula;
  readonly usesToday: boolean;
  readonly target: Slot;
}

export interface FormulaOperation {
  readonly kind: "Formula";
  readonly results: readonly FormulaResult[];
  /** The fields and lists that the formulas read. */
  readonly reads: readonly Slot[];
  readonly lists: readonly ListUse[];
  /** Whether any of them uses the day. */
  readonly usesToday: boolean;
}

export const formula: EngineKind<FormulaNode, FormulaOperation> = {
  since: 3,
  lower: (node, lowering) => {
    const reads = new FormulaReads();
    const results = node.formulas.map((item) => lowerItem(item, reads, lowering)).filter((result) => result !== undefined);
    const sources = { reads: [...reads.slots], lists: [...reads.lists] };
    return { kind: "Formula", results, ...sources, usesToday: results.some(({ usesToday }) => usesToday) };
  },
  reads: ({ reads }) => reads,
  writes: ({ results }) => results.map(({ target }) => ({ target, literals: undefined })),
  compile: ({ results, reads, lists, usesToday }) => {
    const tests = results.map((result) => compileResult(result, { reads, lists }));
    if (usesToday) return todayEffect(tests);
    return (writer) => {
      for (const test of tests) writer.write(op.compute, writer.test(test));
    };
  },
  explain: () => ({}),
};

function lowerItem({ formula, resultField }: FormulaItem, reads: FormulaReads, lowering: Lowering): FormulaResult | undefined {
  const target = lowering.slot("Runtime", resultField);
  const lowered = target && lowerResult(formula, target, reads, lowering);
  return lowered && { formula: lowered.formula, usesToday: lowered.usesToday, target };
}
