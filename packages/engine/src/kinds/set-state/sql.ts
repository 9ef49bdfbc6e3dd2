import { assign } from "../../sql/assignments.ts";
import type { SqlKind } from "../../sql/kind.ts";
import type { SetStateOperation } from "./compile.ts";

export const setState: SqlKind<SetStateOperation> = {
  refuse: () => undefined,
  run: ({ assignments }, run, guard) => assign(run, assignments, guard),
};
