/**
 * npm run bench:experiment -- --check [--rows 5000000] [--sample 10000] [--rounds 2] [--drags 20] [--floor 0.5]
 *
 * An experiment over all rows through the whole product, from the request to the finished result, compared with the same SELECT written into a table
 * directly, on the same ClickHouse in the same run. A random sample of the rows is compared with the results of serving.
 * Then a bound of a Range Score is dragged repeatedly over the rows of a result of a million rows, each round compared with the direct SELECT, and once from
 * the counts of all its positions.
 */
import { parseArgs } from "node:util";
import { whatIfAt } from "@airlock/contract";
import { evaluate } from "@airlock/engine";
import { decodeRow, toSql, type SqlQuery } from "@airlock/engine/sql";
import { datasourceTable, createExperimentTable, experimentInputs, experimentTable } from "@airlock/backend/datasets";
import { eventually } from "../tests/support/eventually.ts";
import { createRandom } from "../tests/support/random.ts";
import { inputOf, planOf } from "./engine/contenders.ts";
import { scorecard } from "./engine/scorecard.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { openStand, type Experiment, type Stand } from "./experiment/stand.ts";
import { applicantColumns, applicantDataset } from "./sql/applicants-table.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    rows: { type: "string", default: "5000000" },
    sample: { type: "string", default: "10000" },
    rounds: { type: "string", default: "2" },
    drags: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const rows = Number(options.rows);
const sliderRows = 1_000_000;
const sample = Math.min(rows, Number(options.sample));

function sameSelect({ datasourceId }: Experiment): SqlQuery {
  const columns = applicantDataset.map((column, at) => ({ ...column, key: `c${at}` }));
  const mapping = scorecard.applicationDatasetFields.map(({ key, name }) => ({ key, value: name, useDatasource: true }));
  const source = { table: { name: datasourceTable(datasourceId) }, key: "row", inputs: experimentInputs(mapping, columns) };
  const query = toSql(scorecard, source, { rows, applicationData: true });
  if (!query.ok || query.stages.length > 0) throw new Error("The scorecard is one SELECT.");
  return query;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function byHand({ clickhouse }: Stand, { sql, settings, layout }: SqlQuery): Promise<number> {
  await clickhouse.command("DROP TABLE IF EXISTS by_hand SYNC");
  return timed(async () => {
    await clickhouse.command(createExperimentTable("by_hand", layout, Number.MAX_SAFE_INTEGER));
    const clickhouse_settings = { ...settings, max_insert_threads: "4" };
    await clickhouse.client.command({ query: `INSERT INTO by_hand ${sql}`, clickhouse_settings });
  });
}

/** As a user sees it who polls until it is complete. */
async function throughProduct(
  { admin }: Stand,
  { experimentId, rows: wanted }: Experiment,
): Promise<{ readonly seconds: number; readonly resultId: string }> {
  let resultId = "";
  const seconds = await timed(async () => {
    resultId = (await admin.do("experiment.run", { at: { experimentId } }))._embedded.webSafeString;
    await eventually(
      "the result",
      async () => {
        const { status, message, resultsCount } = (await admin.do("experimentResult.read", { at: { experimentResultId: resultId } }))
          ._embedded;
        if (status === "failed") throw new Error(message);
        if (status === "done" && resultsCount !== wanted) throw new Error(`${resultsCount} rows instead of ${wanted}.`);
        return status === "done" ? true : undefined;
      },
      { seconds: 600 },
    );
  });
  return { seconds, resultId };
}

/** Checks that every row is stored once, and that a random sample equals the results of the compiled plan. */
async function compare({ clickhouse }: Stand, { datasourceId }: Experiment, resultId: string, { layout }: SqlQuery): Promise<void> {
  const table = experimentTable(resultId);
  const [counted] = await clickhouse.query<{ readonly different: number }>(`SELECT uniqExact(row) AS different FROM ${table}`);
  if (counted?.different !== rows) throw new Error(`${counted?.different} different rows instead of ${rows}.`);
  const random = createRandom(Number(options.seed));
  const chosen = [...new Set(Array.from({ length: sample }, () => 1 + Math.floor(random.next() * rows)))];
  const read = async (select: string, from: string): Promise<ReadonlyMap<unknown, readonly unknown[]>> => {
    const query = `SELECT row, ${select} FROM ${from} WHERE row IN (${chosen.join(", ")})`;
    const result = await clickhouse.client.query({
      query,
      format: "JSONCompactEachRow",
      clickhouse_settings: { max_query_size: "10000000" },
    });
    return new Map((await result.json<readonly unknown[]>()).map((row) => [row[0], row]));
  };
  const given = await read(layout.columns.slice(1).join(", "), table);
  const stored = await read(applicantColumns.map((_, at) => `c${at}`).join(", "), datasourceTable(datasourceId));
  const plan = planOf(scorecard);
  for (const row of chosen) {
    const body = Object.fromEntries(applicantColumns.map((name, at) => [name, stored.get(row)?.[at + 1]]));
    const { status, runtimeData, reasonCodes } = evaluate(plan, inputOf(plan, body));
    const decoded = decodeRow(layout, given.get(row) ?? []);
    const same = decoded.ok && JSON.stringify([decoded.outcome.status, decoded.outcome.runtimeData, decoded.outcome.reasonCodes]);
    if (same !== JSON.stringify([status, runtimeData, reasonCodes])) throw new Error(`Row ${row} differs: ${JSON.stringify(body)}`);
  }
  console.log(`${rows} rows, each once; ${chosen.length} at random (--seed ${options.seed}) are what serving answers.`);
}

const bands = scorecard.solutionDefinition.nodes.find(({ type }) => type === "RangeScore");
if (bands?.type !== "RangeScore") throw new Error("The scorecard has a Range Score.");
const bound = { id: bands.id, value: Number(bands.ranges[1]?.rangeFrom), paths: ["ranges.0.rangeTo", "ranges.1.rangeFrom"] };

function p95(seconds: readonly number[]): number {
  return seconds.toSorted((a, b) => a - b)[Math.ceil(seconds.length * 0.95) - 1] ?? NaN;
}

/** The latency of a user who drags a bound: the 95th percentile of the responses, in seconds. */
async function drag(stand: Stand, resultId: string, measures: readonly { readonly column: string }[]): Promise<number> {
  const seconds: number[] = [];
  for (let step = 0; step < Number(options.drags); step += 1) {
    // Between its neighbours, back and forth.
    const value = String(bound.value + 1 + (step % 3));
    const changes = bound.paths.map((path) => ({ id: bound.id, path, value }));
    const request = { at: { experimentResultId: resultId }, body: { changes, focus: bound.id, measures } };
    seconds.push(await timed(async () => void (await stand.admin.do("experimentResult.whatIf", request))));
  }
  return p95(seconds);
}

/** Every position of the bound in one request, as the console requests them when a drag begins: its latency, and that of a position after it. */
async function dragFromCounts(stand: Stand, resultId: string): Promise<{ readonly request: number; readonly position: number }> {
  const positions = Array.from({ length: 200 }, (_, at) => String(bound.value - 20 + at / 10));
  const body = { changes: [], focus: bound.id, drag: { parts: bound.paths.map((path) => ({ id: bound.id, path })), positions } };
  const requests: number[] = [];
  const shown: number[] = [];
  for (let round = 0; round < Number(options.drags); round += 1) {
    const began = performance.now();
    const { _embedded } = await stand.admin.do("experimentResult.whatIf", { at: { experimentResultId: resultId }, body });
    requests.push((performance.now() - began) / 1000);
    for (const index of positions.keys()) {
      shown.push(await timed(async () => void whatIfAt(_embedded, index)));
    }
  }
  return { request: p95(requests), position: p95(shown) };
}

const stand = await openStand(scorecard);
try {
  const experiment = await stand.over(rows);
  const query = sameSelect(experiment);
  const best = { hand: Infinity, product: Infinity };
  for (let round = 0; round < Number(options.rounds); round += 1) {
    best.hand = Math.min(best.hand, await byHand(stand, query));
    const { seconds, resultId } = await throughProduct(stand, experiment);
    best.product = Math.min(best.product, seconds);
    if (round === 0) await compare(stand, experiment, resultId, query);
    await stand.admin.do("experimentResult.delete", { at: { experimentResultId: resultId } });
  }
  const { resultId } = await throughProduct(stand, await stand.over(Math.min(rows, sliderRows)));
  const sliderShare = Math.min(rows, sliderRows) / rows;
  const counts = { request: Infinity, position: Infinity };
  let slowest = Infinity;
  let slowestRatio = Infinity;
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const hand = (await byHand(stand, query)) * sliderShare;
    const seconds = await drag(stand, resultId, []);
    slowest = Math.min(slowest, seconds);
    slowestRatio = Math.min(slowestRatio, seconds / hand);
    const { request, position } = await dragFromCounts(stand, resultId);
    counts.request = Math.min(counts.request, request);
    counts.position = Math.min(counts.position, position);
  }
  const [{ name: column } = { name: "" }] = applicantDataset;
  const slowestByColumn = await drag(stand, resultId, [{ column }]);
  const results: readonly Row[] = [
    { what: "throughput / the same SELECT by hand", value: best.hand / best.product, goal: { min: 0.85 } },
    { what: "million rows a second, through the product", value: rows / 1e6 / best.product },
    { what: "through the product", value: best.product, unit: "s" },
    { what: "by hand", value: best.hand, unit: "s" },
    { what: "a bound dragged, p95 / the SELECT by hand of as many rows", value: slowestRatio, goal: { max: 1 }, held: 3 },
    {
      what: "a position of 200 that were counted when the drag began, p95",
      value: counts.position * 1000,
      unit: "ms",
      goal: { max: 100 },
    },
    { what: "counting these, p95 of the best round", value: counts.request * 1000, unit: "ms" },
    { what: `a bound dragged over ${Math.min(rows, sliderRows)} rows, p95 of the best round`, value: slowest * 1000, unit: "ms" },
    { what: "the same, with the values of a column counted for each outcome", value: slowestByColumn * 1000, unit: "ms" },
  ];
  const floor = Number(options.floor);
  console.log("");
  printTable(results, floor);
  if (options.check && !results.every((row) => holdsFor(row, floor))) process.exitCode = 1;
} finally {
  await stand.close();
}
