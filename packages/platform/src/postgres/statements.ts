import { createHash } from "node:crypto";

/** Which statements are prepared, and as what. The same for every connection of a pool. */
export interface StatementNames {
  /** Undefined: sent as it is, and planned for its values. */
  readonly of: (text: string) => string | undefined;
  /** After a change of the schema: everything is prepared anew, under other names. */
  readonly renew: () => void;
}

/** Every connection of every process keeps a plan for each: texts without end (lists of values, say) must not fill the server. */
const most = 300;

/** A plan for any pattern knows nothing of how many rows match, and a search stands or falls with that. */
const search = /\blike \$/;

/** A statement is prepared when it comes for the second time. */
export function createStatementNames(limit = most): StatementNames {
  const seen = new Map<string, string | undefined>();
  let renewals = 0;
  return {
    of: (text) => {
      const known = seen.get(text);
      if (known !== undefined) return known;
      if (seen.has(text) && !search.test(text)) {
        const name = createHash("sha256").update(`${renewals} ${text}`).digest("hex").slice(0, 32);
        seen.set(text, name);
        return name;
      }
      if (seen.size < limit) seen.set(text, undefined);
      return undefined;
    },
    renew: () => {
      seen.clear();
      renewals += 1;
    },
  };
}
