import { FormulaTerms } from "../../sql/formulas.ts";
import type { SqlKind } from "../../sql/kind.ts";
import { refuse } from "../../sql/refusal.ts";
import type { FormulaOperation } from "./compile.ts";

/** [FO2] One result after the other, until one fails. */
export const formula: SqlKind<FormulaOperation> = {
  // For past rows, `today()` would have to be the day of each row, not the day of the query.
  refuse: ({ usesToday }, { label }) =>
    usesToday ? refuse("TODAY", `'${label}' uses today(), which rows of a table do not have. Take the date from a field.`) : undefined,
  run: ({ results, reads, lists }, run, guard) => {
    const { terms } = run.numbers;
    let failed = terms.never;
    for (const { formula: typed, target } of results) {
      const reached = terms.and(guard, terms.not(failed));
      const parts = new FormulaTerms({ numbers: run.numbers, memory: run.memory, reads, lists });
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
