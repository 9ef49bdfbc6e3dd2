import type { SqlKind } from "../../sql/kind.ts";
import type { StartOperation } from "./compile.ts";

export const start: SqlKind<StartOperation> = {
  refuse: () => undefined,
  run: (_operation, run) => run.numbers.terms.never,
};
