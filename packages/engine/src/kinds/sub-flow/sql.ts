import { assign } from "../../sql/assignments.ts";
import type { SqlKind } from "../../sql/kind.ts";
import type { SubFlowOperation } from "./compile.ts";

/** [SF4] */
export const subFlow: SqlKind<SubFlowOperation> = {
  refuse: () => undefined,
  run: ({ outputs }, run, guard) => assign(run, outputs, guard),
};
