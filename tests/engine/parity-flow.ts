import { compile, encodeRecord, evaluate, expandRecord, readInput, type KnownValue, type Plan, type ValuesByName } from "@airlock/engine";
import { interpret } from "@airlock/engine/reference";
import { decodeRow, toSql, type SqlOptions, type SqlQuery, type SqlSource } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import { isDeepStrictEqual } from "node:util";
import type { ClickHouse } from "./clickhouse.ts";
import { listsOf } from "./generate-lists.ts";
import { loadLists } from "./parity-lists.ts";
import { keyColumn, type Body, type ParityTable } from "./parity-table.ts";

/** The result of a row, in a form that all three back ends can be converted to. */
export type Verdict =
  | {
      readonly status: string;
      readonly runtimeData: readonly (readonly [string, KnownValue])[];
      readonly reasonCodes: readonly string[];
      readonly linksTaken: readonly string[];
      readonly error: { readonly code: string; readonly nodeId: string; readonly message?: string } | undefined;
    }
  | { readonly problems: readonly { readonly field: string; readonly code: string; readonly message: string }[] };

/** The three back ends, each of which a test may replace by one with a bug. */
export interface BackEnds {
  readonly plans: (definition: Definition, bodies: readonly Body[]) => readonly Verdict[];
  readonly reference: (definition: Definition, bodies: readonly Body[]) => readonly Verdict[];
  readonly sql: (definition: Definition, table: ParityTable, database: ClickHouse, options: SqlOptions) => Promise<readonly Verdict[]>;
}

export interface Difference {
  readonly backEnd: "reference" | "sql";
  readonly row: number;
  readonly plans: Verdict | undefined;
  readonly other: Verdict | undefined;
}

export const backEnds: BackEnds = {
  plans: (definition, bodies) => {
    const plan = planFor(definition);
    return bodies.map((body) => {
      const read = readInput(plan, body);
      if (!read.ok) return { problems: read.problems };
      const execution = evaluate(plan, read.input, listsOf(definition));
      const { linksTaken } = expandRecord(plan, encodeRecord(execution));
      const { status, runtimeData, reasonCodes, error } = execution;
      return { status, runtimeData: sorted(runtimeData), reasonCodes, linksTaken, error };
    });
  },
  reference: (definition, bodies) => {
    const plan = planFor(definition);
    return bodies.map((body) => {
      const read = readInput(plan, body);
      if (!read.ok) return { problems: read.problems };
      const { status, runtimeData, reasonCodes, linksTaken, error } = interpret(definition, read.input.values, {
        ...noEffects,
        ...listsOf(definition),
      });
      return { status, runtimeData: sorted(runtimeData), reasonCodes, linksTaken, error };
    });
  },
  sql: async (definition, table, database, options) => {
    await database.load(tableName, table.columns, table.rows);
    const lists = await loadLists(definition, database);
    const query = toSql(definition, sourceOf(table), { ...options, lists });
    if (!query.ok) throw new Error(`This flow should become SQL: ${query.code} ${query.reason}`);
    return runQuery(query, table.rows.length, database);
  },
};

/** Of flows without web calls and predictions. */
export const noEffects = {
  webCall: () => {
    throw new Error("Unexpected web call");
  },
  predict: () => {
    throw new Error("Unexpected prediction");
  },
};

const tableName = "parity `rows`";

export function sourceOf({ inputs }: ParityTable): SqlSource {
  return { table: { database: "parity", name: tableName }, key: keyColumn, inputs };
}

export function runQuery(query: SqlQuery, count: number, database: ClickHouse): readonly Verdict[] {
  database.set({ query_plan_enable_optimizations: 1, ...query.settings });
  const verdicts: Verdict[] = [];
  try {
    for (const stage of query.stages) database.run(stage.create);
    for (const row of database.rows(query.sql)) {
      const decoded = decodeRow(query.layout, row);
      verdicts[Number(decoded.key)] = decoded.ok
        ? { ...decoded.outcome, runtimeData: sorted(decoded.outcome.runtimeData), linksTaken: decoded.linksTaken }
        : { problems: decoded.problems };
    }
  } finally {
    for (const stage of query.stages) database.run(stage.drop);
  }
  return Array.from({ length: count }, (_, row) => verdicts[row] ?? { problems: [] });
}

/** Runs every row on all three and returns where the other two differ from the compiled plans. */
export async function compareRows(
  definition: Definition,
  table: ParityTable,
  database: ClickHouse,
  options: SqlOptions,
  ends: BackEnds = backEnds,
): Promise<{ readonly verdicts: readonly Verdict[]; readonly differences: readonly Difference[] }> {
  const plans = ends.plans(definition, table.bodies);
  const others = { reference: ends.reference(definition, table.bodies), sql: await ends.sql(definition, table, database, options) };
  const differences = (["reference", "sql"] as const).flatMap((backEnd) =>
    plans.flatMap((verdict, row): Difference[] => {
      const other = others[backEnd][row];
      const same = other !== undefined && isDeepStrictEqual(comparable(verdict, backEnd), comparable(other, backEnd));
      return same ? [] : [{ backEnd, row, plans: verdict, other }];
    }),
  );
  return { verdicts: plans, differences };
}

/** The interpreter has no messages; problems are in the order of the body, which a table does not have. */
function comparable(verdict: Verdict, backEnd: Difference["backEnd"]): unknown {
  if ("problems" in verdict) return verdict.problems.toSorted((a, b) => (a.field < b.field ? -1 : 1));
  if (backEnd === "sql" || verdict.error === undefined) return verdict;
  return { ...verdict, error: { code: verdict.error.code, nodeId: verdict.error.nodeId } };
}

function planFor(definition: Definition): Plan {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error(`This definition should compile: ${JSON.stringify(compiled.findings)}`);
  return compiled.plan;
}

/** Sorted, and with `__proto__` as a plain name. */
function sorted(data: ValuesByName): readonly (readonly [string, KnownValue])[] {
  return Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
}
