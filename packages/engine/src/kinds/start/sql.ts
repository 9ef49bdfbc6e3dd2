import { assign } from "../../sql/assignments.ts";
import { isMissing } from "../../sql/conditions.ts";
import type { SqlKind } from "../../sql/kind.ts";
import type { StartOperation } from "./compile.ts";

export const start: SqlKind<StartOperation> = {
  refuse: () => undefined,
  /** [SF2] */
  run: ({ inputs, required }, run, guard) => {
    const { numbers, memory } = run;
    const { terms } = numbers;
    const failed = assign(run, inputs, guard);
    const missing = terms.or(...required.map((slot) => isMissing(numbers, memory.slot(slot))));
    const unset = run.fail([{ when: missing, code: "SUB_FLOW_INPUT_MISSING" }], terms.and(guard, terms.not(failed)));
    return terms.or(failed, unset);
  },
};
