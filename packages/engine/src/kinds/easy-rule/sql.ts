import { assign } from "../../sql/assignments.ts";
import { conditionTerm } from "../../sql/conditions.ts";
import type { SqlKind } from "../../sql/kind.ts";
import type { EasyRuleOperation } from "./compile.ts";

export const easyRule: SqlKind<EasyRuleOperation> = {
  refuse: () => undefined,
  run: ({ condition, assignments }, run, guard) =>
    assign(run, assignments, run.numbers.terms.and(guard, conditionTerm(run.numbers, condition, run.memory))),
};
