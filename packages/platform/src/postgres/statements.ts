import { createHash } from "node:crypto";

/** Which statements are prepared, and their names. Shared by all connections of a pool. */
export interface StatementNames {
  /** Undefined: not prepared, so planned for its values. */
  readonly of: (text: string) => string | undefined;
  /** After a schema change: all statements are prepared again, with new names. */
  readonly renew: () => void;
}

/** Every connection of every process keeps a plan for each name, so generated statements (lists of values, say) must not fill the server's memory. */
const maxStatements = 300;

/** A generic plan does not know how many rows a pattern matches, which decides the best plan of a search. */
const search = /\blike \$/;

/** A statement is prepared when it is used for the second time. */
export function createStatementNames(limit = maxStatements): StatementNames {
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
