import { hasKey, listValue } from "../../sql/lists.ts";
import type { SqlKind } from "../../sql/kind.ts";
import type { LookupOperation } from "./compile.ts";

/** [LU4] */
export const lookup: SqlKind<LookupOperation> = {
  // Without a table for the list, the whole flow is refused.
  refuse: () => undefined,
  run: ({ list, key, outputs, found }, run, guard) => {
    const { numbers, memory } = run;
    const { terms } = numbers;
    const value = memory.slot(key);
    const isFound = hasKey(numbers, memory.lists, list, value);
    let failed = terms.never;
    for (const { column, type, target } of outputs) {
      const reached = terms.and(guard, terms.not(failed));
      const read = listValue(numbers, memory.lists, list, column, type, value);
      if (read.kind === "text") run.set(target, read, reached);
      else failed = terms.or(failed, run.store(target, { value: read, faults: [] }, reached));
    }
    if (found !== undefined) {
      const flag = numbers.choose(isFound, numbers.literal(1, "Integer"), numbers.literal(0, "Integer"));
      run.set(found, flag, terms.and(guard, terms.not(failed)));
    }
    return failed;
  },
};
