import type { Levels } from "./levels.ts";
import { quoteName } from "./quote.ts";
import type { Term } from "./terms.ts";
import { writeTerm, type WritingStyle } from "./write-term.ts";

/** A table of the database; without a database name, in that of the session. */
export interface SqlTable {
  readonly database?: string;
  readonly name: string;
}

export interface Source {
  readonly table: SqlTable;
  /** The row's key: passed through, never used. */
  readonly key: string;
  /** Names in the table, by the column terms that stand for them. */
  readonly columns: ReadonlyMap<Term, string>;
  /** Only this number of rows, the first by key. */
  readonly limit: number | undefined;
  readonly range: SqlRange | undefined;
}

/** Keys from this one on, below that one. */
export interface SqlRange {
  readonly from: number;
  readonly to: number;
}

/** A part of the query that is too deep to be planned in one: its rows are kept under `name` until the query is done. */
export interface SqlStage {
  readonly name: string;
  readonly create: string;
  readonly drop: string;
}

export interface Staging {
  /** Temporary ones live in the session that creates them; others must be dropped, whatever happens. */
  readonly temporary: boolean;
  /** The prefix of every stage's name, which must be unique. */
  readonly prefix: string;
  /** How many levels a stage has. */
  readonly levels: number;
  /** Every how many stages one is a table: views are computed while they are read, and their nesting depth is limited. */
  readonly tableEvery: number;
  /** Where such a table keeps its rows. */
  readonly engine: "Memory" | "MergeTree ORDER BY tuple()";
}

export interface WrittenQuery {
  readonly stages: readonly SqlStage[];
  readonly sql: string;
}

/** With more levels than this, several stages are faster than one query. */
const maxLevels = 32;

/** One SELECT for each level, the next one around it; `outputs` are the outermost columns by name. */
export function writeQuery(
  source: Source,
  levels: Levels,
  outputs: ReadonlyMap<string, Term>,
  style: WritingStyle,
  staging: Staging,
): WrittenQuery {
  const names = new Map<Term, string>();
  const columnOf = (term: Term): string | undefined => names.get(term);
  const stages: SqlStage[] = [];
  let from = writeSource(source);

  const carried = new Set<Term>(source.columns.keys());
  for (const [index, terms] of levels.levels.entries()) {
    const level = index + 1;
    const written = terms.map((term, column) => ({ term, name: `c${level}_${column}`, sql: writeTerm(term, style, columnOf) }));
    const needed = [...carried].filter((term) => (levels.lastRead.get(term) ?? 0) > level);
    const list = ["k", ...needed.map((term) => writeTerm(term, style, columnOf)), ...written.map(({ name, sql }) => `${sql} AS ${name}`)];
    from = `SELECT ${list.join(", ")} FROM ${inner(from)}`;
    for (const { term, name } of written) names.set(term, name);
    carried.clear();
    for (const term of [...needed, ...terms]) carried.add(term);
    if (levels.levels.length > maxLevels && level % staging.levels === 0 && level < levels.levels.length) {
      const stage = writeStage(staging, stages.length, from);
      stages.push(stage);
      from = quoteName(stage.name);
    }
  }
  const list = [...outputs].map(([name, term]) => `${writeTerm(term, style, columnOf)} AS ${name}`);
  return { stages, sql: `SELECT k, ${list.join(", ")} FROM ${inner(from)}` };
}

const inner = (from: string): string => (from.startsWith("SELECT ") ? `(${from})` : from);

function writeSource({ table, key, columns, limit, range }: Source): string {
  const list = [
    `${quoteName(key)} AS k`,
    ...[...columns].map(([term, name]) => `${quoteName(name)} AS ${term.kind === "column" ? term.name : ""}`),
  ];
  const name = table.database === undefined ? quoteName(table.name) : `${quoteName(table.database)}.${quoteName(table.name)}`;
  const first = limit === undefined ? "" : ` ORDER BY ${quoteName(key)} LIMIT ${limit}`;
  const within = range === undefined ? "" : ` WHERE ${quoteName(key)} >= ${range.from} AND ${quoteName(key)} < ${range.to}`;
  return `SELECT ${list.join(", ")} FROM ${name}${within}${first}`;
}

function writeStage({ temporary, prefix, tableEvery, engine }: Staging, index: number, select: string): SqlStage {
  const name = `${prefix}${index}`;
  const isTable = (index + 1) % tableEvery === 0;
  const kind = `${temporary ? "TEMPORARY " : ""}${isTable ? "TABLE" : "VIEW"}`;
  return {
    name,
    create: `CREATE ${kind} ${quoteName(name)}${isTable ? ` ENGINE = ${engine}` : ""} AS ${select}`,
    drop: `DROP ${kind} IF EXISTS ${quoteName(name)}`,
  };
}
