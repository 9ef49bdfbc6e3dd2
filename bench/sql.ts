/**
 * npm run bench:sql -- --check [--rows 5000000] [--floor 0.5]
 *
 * The scorecard as generated SQL compared with the same SELECT written by hand, over the same rows in the real ClickHouse engine. Results are
 * compared first, also with the compiled plans. Figures are ratios of processor time within this run, so that other load on the machine affects both
 * alike.
 */
import { parseArgs } from "node:util";
import { evaluate } from "@airlock/engine";
import { decodeRow, toSql, type SqlOptions, type SqlQuery } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import { ClickHouse } from "../tests/engine/clickhouse.ts";
import { inputOf, planOf } from "./engine/contenders.ts";
import { mixedFlow } from "./engine/flows.ts";
import { scorecard } from "./engine/scorecard.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { applicantColumns, fillApplicants, inputsOf } from "./sql/applicants-table.ts";
import { scorecardByHand } from "./sql/by-hand.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    rows: { type: "string", default: "5000000" },
    rounds: { type: "string", default: "12" },
  },
});
const rows = Number(options.rows);

const database = new ClickHouse();
fillApplicants(database, rows);

function queryOf(definition: Definition, sqlOptions: SqlOptions): SqlQuery {
  const query = toSql(definition, { table: { name: "applicants" }, key: "id", inputs: inputsOf(definition) }, sqlOptions);
  if (!query.ok) throw new Error(query.reason);
  database.set({ query_plan_enable_optimizations: 1, ...query.settings });
  return query;
}

/** Seconds of processor time of all threads. */
function spent(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** In turns, so that all see the same machine; the fastest counts, since other load can only make a run slower. */
function race(queries: Readonly<Record<string, string>>): (name: string) => number {
  const best = new Map<string, number>();
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const [name, sql] of Object.entries(queries)) {
      const seconds = spent(() => database.run(`${sql} FORMAT Null`));
      best.set(name, Math.min(best.get(name) ?? Infinity, seconds));
    }
  }
  return (name) => best.get(name) ?? NaN;
}

function compareWithHand(generated: string, byHand: string): void {
  const hash = "count() AS n, sum(cityHash64(k, r0, r1, r2, links0, arrayMap(x -> toUInt8(x), reasons))) AS hash";
  const [answers] = database.rows(`SELECT toString(n), toString(hash) FROM (SELECT ${hash} FROM (${generated}))`);
  const [wanted] = database.rows(`SELECT toString(n), toString(hash) FROM (SELECT ${hash} FROM (${byHand}))`);
  if (JSON.stringify(answers) !== JSON.stringify(wanted)) throw new Error(`Answers differ: ${JSON.stringify([answers, wanted])}`);
  console.log(`Scorecard of 12 nodes, ${rows} rows: the same answers from both (values, reason codes, links; to the bit).`);
}

function compareWithClosures({ sql, layout }: SqlQuery, count: number): void {
  const plan = planOf(scorecard);
  const given = new Map(database.rows(`SELECT * FROM (${sql}) WHERE k < ${count}`).map((row) => [row[0], decodeRow(layout, row)]));
  for (const [id, ...cells] of database.rows(`SELECT id, ${applicantColumns.join(", ")} FROM applicants WHERE id < ${count}`)) {
    const body = Object.fromEntries(applicantColumns.map((name, index) => [name, cells[index]]));
    const { status, runtimeData, reasonCodes } = evaluate(plan, inputOf(plan, body));
    const row = given.get(id);
    const same = row?.ok === true && JSON.stringify([row.outcome.status, row.outcome.runtimeData, row.outcome.reasonCodes]);
    if (same !== JSON.stringify([status, runtimeData, reasonCodes])) throw new Error(`Answers differ for ${JSON.stringify(body)}`);
  }
  console.log(`The first ${count} rows: the same answers from compiled plans.`);
}

/** Processor time for planning a flow and running it over a thousand rows. */
function planning(definition: Definition): number {
  const query = queryOf(definition, { limit: 1000 });
  let best = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const seconds = spent(() => {
      for (const { create } of query.stages) database.run(create);
      database.run(`${query.sql} FORMAT Null`);
    });
    for (const { drop } of query.stages) database.run(drop);
    best = Math.min(best, seconds);
  }
  return best;
}

// Generated as for many rows, although few are requested here.
const query = queryOf(scorecard, { rows: Infinity });
const byHand = scorecardByHand(query.layout.codes, true);
compareWithHand(query.sql, byHand);
compareWithClosures(query, Math.min(rows, 10_000));
const seconds = race({ generated: query.sql, byHand, plain: scorecardByHand(query.layout.codes, false) });

const results: readonly Row[] = [
  { what: "throughput / the same SELECT by hand", value: seconds("byHand") / seconds("generated"), goal: { min: 0.9 } },
  { what: "throughput / by hand with plain doubles", value: seconds("plain") / seconds("generated") },
  { what: "million rows a second of one core", value: rows / 1e6 / seconds("generated") },
  { what: "12 nodes planned and run, 1,000 rows", value: planning(scorecard) * 1000, unit: "ms" },
  { what: "200 nodes planned and run, 1,000 rows", value: planning(mixedFlow(200)) * 1000, unit: "ms" },
];
database.close();
const floor = Number(options.floor);
console.log("");
printTable(results, floor);
if (options.check && !results.every((row) => holdsFor(row, floor))) process.exitCode = 1;
