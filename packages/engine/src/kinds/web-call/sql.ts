import type { SqlKind } from "../../sql/kind.ts";
import { refuse } from "../../sql/refusal.ts";
import type { WebCallOperation } from "./compile.ts";

export const webCall: SqlKind<WebCallOperation> = {
  refuse: (_operation, { label }) => refuse("WEB_CALL", `'${label}' is a web call, which a database cannot make.`),
  run: () => {
    throw new TypeError("A flow with web calls does not become SQL");
  },
};
