/**
 * npm run bench:prediction -- --check [--floor 0.5] [--rows 100000]
 *
 * One row scored by our own scorer compared with the library's fastest call for one row, on the same trained model (200 trees of 31 leaves, 20
 * columns, 5 of them categorical). Scores are compared first. The same for the reasons of a row (SHAP values). Then whole decisions over HTTP at a
 * runtime, with such a prediction and without: both are ratios of processor time within this run.
 *
 * Then the whole product: a training of this many rows of 20 columns, from ClickHouse to the stored report, compared with the Python package on the
 * same rows (processor time; the trees must be equal), and the p99 of decisions during two such trainings.
 */
import { parseArgs } from "node:util";
import { createExplainer, createScorer, readForest } from "@airlock/model";
import { openLightgbm } from "@airlock/platform/lightgbm";
import { installLightgbm, lightgbmLibrary } from "../services/install/lightgbm.ts";
import { columns, hostileRows, train } from "../tests/model/configurations.ts";
import { createRandom } from "../tests/support/random.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { compareBesideTrainings } from "./prediction/beside-trainings.ts";
import { compareDecisions } from "./prediction/decisions.ts";
import { startProduct } from "./prediction/product.ts";
import { compareTrainings } from "./prediction/training.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    rounds: { type: "string", default: "12" },
    rows: { type: "string", default: "100000" },
  },
});
const floor = Number(options.floor);
const rowCount = 1_000;
const callsARound = 10_000;
const explanationsARound = 100;

await installLightgbm();
const library = openLightgbm(lightgbmLibrary());
const categories = "categorical_feature=0,1,2,3,4";
const configuration = { name: "scorecard", parameters: `objective=binary num_leaves=31 learning_rate=0.1 ${categories}`, classes: 1 };
const trained = train(library, configuration, { rows: 20_000, iterations: 200, seed: 1 });
const forest = readForest(trained.text);
const scorer = createScorer(forest);
const explain = createExplainer(forest);

const hostile = hostileRows(rowCount, trained.rows, createRandom(2));
const wanted = trained.raw(hostile);
const rows = Array.from({ length: rowCount }, (_, row) => hostile.slice(row * columns, (row + 1) * columns));
const into = new Float64Array(1);
for (const [index, row] of rows.entries()) {
  scorer.raw(row, into);
  if (!Object.is(into[0], wanted[index])) throw new Error(`Row ${index} scores ${into[0]}, the library says ${wanted[index]}.`);
}

type Score = (row: Float64Array, into: Float64Array) => void;

/** Microseconds of processor time per row. */
function microseconds(score: Score, calls = callsARound): number {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) score(rows[call % rowCount] ?? hostile, into);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const best = { ours: Infinity, library: Infinity, reasons: Infinity, libraryReasons: Infinity };
for (let round = 0; round < Number(options.rounds); round += 1) {
  best.ours = Math.min(best.ours, microseconds(scorer.raw));
  best.library = Math.min(best.library, microseconds(trained.singleRow));
  best.reasons = Math.min(best.reasons, microseconds(explain, explanationsARound));
  best.libraryReasons = Math.min(best.libraryReasons, microseconds(trained.contributions, explanationsARound));
}
trained.free();
const decisions = await compareDecisions(trained.text, columns, Number(options.rounds));
const product = await startProduct();
const trainingRounds = 3;
const besideSeconds = 4;
async function compareWithProduct() {
  try {
    const trainings = await compareTrainings(product, Number(options.rows), trainingRounds);
    if (!trainings.identical) throw new Error("The product and the Python package grew different trees from the same rows.");
    return { trainings, beside: await compareBesideTrainings(product, Number(options.rows), besideSeconds, trainingRounds) };
  } finally {
    await product.stop();
  }
}
const { trainings, beside } = await compareWithProduct();

const table: readonly Row[] = [
  { what: "one row, ours", value: best.ours, unit: "us" },
  { what: "one row, the library", value: best.library, unit: "us" },
  { what: "one row, ours / the library", value: best.ours / best.library, goal: { max: 0.7 } },
  { what: "reasons of one row, ours", value: best.reasons, unit: "us" },
  { what: "reasons of one row, the library", value: best.libraryReasons, unit: "us" },
  { what: "reasons of one row, ours / the library", value: best.reasons / best.libraryReasons, goal: { max: 5 } },
  { what: "a decision with a prediction", value: decisions.withMicros, unit: "us" },
  { what: "the same decision without", value: decisions.withoutMicros, unit: "us" },
  { what: "a decision with a prediction / without", value: decisions.ratio, goal: { max: 1.3 } },
  { what: `training ${trainings.rows} rows, the product`, value: trainings.productSeconds, unit: "s" },
  { what: "the same, the Python package", value: trainings.pythonSeconds, unit: "s" },
  { what: "the product / Python on the clock", value: trainings.clockRatio },
  { what: `the product / Python, ${trainings.trees} same trees`, value: trainings.ratio, goal: { max: 1.15 } },
  { what: "p99 of decisions, idle", value: beside.idleMillis, unit: "ms" },
  { what: "p99 of decisions beside two trainings", value: beside.besideMillis, unit: "ms" },
  { what: "beside two trainings / idle", value: beside.ratio, goal: { max: 1.5 }, held: 4 },
];
printTable(table, floor);
if (options.check && !table.every((row) => holdsFor(row, floor))) process.exitCode = 1;
