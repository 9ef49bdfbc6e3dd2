import type { Access } from "@airlock/platform/clickhouse-grants";

interface Token {
  /** A word in upper case, the name inside quotes, or one other character. */
  readonly text: string;
  readonly kind: "word" | "name" | "mark";
  readonly raw: string;
}

/** Comments, strings, quoted names, words, numbers and single characters. */
const pieces =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\[\s\S])*'|`((?:[^`\\]|\\[\s\S])*)`|"((?:[^"\\]|\\[\s\S])*)"|[A-Za-z_]\w*|\d[\w.]*|\S/g;

function tokensOf(sql: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const [raw, inBackticks, inQuotes] of sql.matchAll(pieces)) {
    if (raw.startsWith("--") || raw.startsWith("/*")) continue;
    const name = inBackticks ?? inQuotes;
    if (name !== undefined) tokens.push({ text: name, kind: "name", raw: name });
    else if (/^[A-Za-z_]/.test(raw)) tokens.push({ text: raw.toUpperCase(), kind: "word", raw });
    else tokens.push({ text: raw.startsWith("'") ? "''" : raw, kind: "mark", raw });
  }
  return tokens;
}

/** Table functions that read nothing outside the query. */
const harmlessFunctions = new Set(["NUMBERS", "ZEROS", "VALUES", "NULL", "GENERATERANDOM"]);
const openTables = new Set(["system.one", "system.numbers"]);

/** The privilege for the first change of an ALTER TABLE. */
function alteration(verb: string, noun: string): string {
  if (verb === "DELETE" || verb === "UPDATE") return `ALTER ${verb}`;
  if (noun === "INDEX") return "ALTER INDEX";
  if (noun === "SETTING") return "ALTER SETTINGS";
  if (noun === "SQL") return "ALTER VIEW MODIFY SQL SECURITY";
  return `ALTER ${verb} ${noun}`;
}

/**
 * The privileges that a statement needs, by its verb and its tables, for the product's own statements. A server analyses the whole query; this only
 * reads tokens, so that a missing grant fails in development too.
 */
export function requiredAccess(sql: string, database: string): readonly Access[] {
  const tokens = tokensOf(sql);
  const word = (at: number): string => (tokens[at]?.kind === "name" ? "" : (tokens[at]?.text ?? ""));
  const skip = (at: number, ...words: readonly string[]): number => (words.includes(word(at)) ? skip(at + 1, ...words) : at);

  function nameAt(at: number): { readonly database: string; readonly table: string; readonly next: number } {
    const isQualified = word(at + 1) === ".";
    const [first, second] = [tokens[at]?.raw ?? "", tokens[at + 2]?.raw ?? ""];
    const found = isQualified ? { database: first, table: second, next: at + 3 } : { database, table: first, next: at + 1 };
    return word(found.next) === "ON" && word(found.next + 1) === "CLUSTER" ? { ...found, next: found.next + 3 } : found;
  }
  const on = ({ database: of, table }: { readonly database: string; readonly table: string }, ...privileges: readonly string[]) =>
    privileges.map((privilege) => ({ privilege, database: of, table }));
  const everywhere = (privilege: string): readonly Access[] => [{ privilege, database: "*", table: "*" }];

  /** SELECT on every table that is read from here on. */
  function reads(from: number): readonly Access[] {
    const defined = new Set<string>();
    for (let at = from; at < tokens.length; at += 1)
      if (word(at + 1) === "AS" && word(at + 2) === "(" && ["SELECT", "WITH"].includes(word(at + 3))) defined.add(tokens[at]?.raw ?? "");
    const found = new Map<string, Access>();
    const add = (accesses: readonly Access[]): void => {
      for (const access of accesses) found.set(`${access.privilege} ${access.database}.${access.table}`, access);
    };
    for (let at = from; at < tokens.length; at += 1) {
      const isSource = (word(at) === "FROM" && word(at - 1) !== "DISTINCT") || (word(at) === "JOIN" && word(at - 1) !== "ARRAY");
      if (!isSource || tokens[at + 1]?.kind === "mark") continue;
      const name = nameAt(at + 1);
      if (word(name.next) === "(") {
        if (!harmlessFunctions.has(word(at + 1))) add(everywhere(`READ ${word(at + 1)}`));
      } else if (!(name.database === database && defined.has(name.table)) && !openTables.has(`${name.database}.${name.table}`)) {
        add(on(name, "SELECT"));
      }
    }
    return [...found.values()];
  }

  switch (word(0)) {
    case "SELECT":
    case "WITH":
    case "EXPLAIN":
    case "(":
      return reads(0);
    case "SET":
    case "USE":
    // Without a privilege it ends only the user's own queries.
    case "KILL":
      return [];
    case "INSERT": {
      const name = nameAt(skip(1, "INTO", "TABLE"));
      return [...on(name, "INSERT"), ...reads(name.next)];
    }
    case "DELETE": {
      const name = nameAt(skip(1, "FROM"));
      return [...on(name, "ALTER DELETE"), ...reads(name.next)];
    }
    case "ALTER": {
      if (word(1) !== "TABLE") return everywhere(`ALTER ${word(1)}`);
      const name = nameAt(2);
      if (word(name.next) === "REPLACE") return [...on(name, "INSERT", "ALTER DELETE"), ...reads(name.next)];
      return [...on(name, alteration(word(name.next), word(name.next + 1))), ...reads(name.next)];
    }
    case "CREATE": {
      const at = skip(1, "OR", "REPLACE", "MATERIALIZED");
      if (word(at) === "DATABASE")
        return [{ privilege: "CREATE DATABASE", database: nameAt(skip(at + 1, "IF", "NOT", "EXISTS")).table, table: "" }];
      if (word(at) !== "TABLE" && word(at) !== "VIEW") return everywhere(`CREATE ${word(at)}`);
      const name = nameAt(skip(at + 1, "IF", "NOT", "EXISTS"));
      return [...on(name, `CREATE ${word(at)}`), ...reads(name.next)];
    }
    case "DROP":
      return word(1) === "TABLE" || word(1) === "VIEW"
        ? on(nameAt(skip(2, "IF", "EXISTS")), `DROP ${word(1)}`)
        : everywhere(`DROP ${word(1)}`);
    case "TRUNCATE":
    case "OPTIMIZE":
      return on(nameAt(skip(1, "TABLE", "IF", "EXISTS")), word(0));
    case "RENAME": {
      const [from, to] = [nameAt(2), nameAt(nameAt(2).next + 1)];
      return [...on(from, "SELECT", "DROP TABLE"), ...on(to, "CREATE TABLE", "INSERT")];
    }
    default:
      return everywhere(word(0));
  }
}
