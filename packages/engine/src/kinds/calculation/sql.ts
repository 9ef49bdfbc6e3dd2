import { expressionValue } from "../../sql/calculations.ts";
import type { SqlKind } from "../../sql/kind.ts";
import type { CalculationOperation } from "./compile.ts";

export const calculation: SqlKind<CalculationOperation> = {
  refuse: () => undefined,
  run: ({ target, expression }, run, guard) => run.store(target, expressionValue(run.numbers, expression, run.memory), guard),
};
