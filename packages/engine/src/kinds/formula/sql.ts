import { FormulaTerms } from "../../sql/formulas.ts";
import type { SqlKind } from "../../sql/kind.ts";
import type { FormulaOperation } from "./compile.ts";

/** [FO2] Result after result, as long as none fails. */
export const formula: SqlKind<FormulaOperation> = {
  refuse: () => undefined,
  run: ({ results, reads }, run, guard) => {
    const { terms } = run.numbers;
    let failed = terms.never;
    for (const { formula: typed, target } of results) {
      const reached = terms.and(guard, terms.not(failed));
      const parts = new FormulaTerms({ numbers: run.numbers, memory: run.memory, reads, today: undefined });
      if (typed.type === "String") {
        const value = parts.text(typed, terms.always);
        const failing = run.fail(parts.faults, reached);
        run.set(target, value, terms.and(reached, terms.not(failing)));
        failed = terms.or(failed, failing);
      } else {
        const value = parts.number(typed, terms.always);
        failed = terms.or(failed, run.store(target, { value, faults: parts.faults }, reached));
      }
    }
    return failed;
  },
};
