import type { SqlKind } from "../../sql/kind.ts";
import type { EndOperation } from "./compile.ts";

/** An End node writes nothing and fails for no row. */
export const end: SqlKind<EndOperation> = {
  refuse: () => undefined,
  run: (_operation, run) => run.numbers.terms.never,
};
