/**
 * npm run bench:prediction -- --check [--floor 0.5] [--rows 100000] [--only scoring] [--profile <folder>]
 *
 * `scoring`: one row scored by our own scorer compared with the library's fastest call for one row, on the same trained model (200 trees of 31
 * leaves, 20 columns, 5 of them categorical). Scores are compared first. The same for the reasons of a row (SHAP values). `decisions`: whole
 * decisions over HTTP at a runtime, with such a prediction and without. Both are ratios of processor time within this run.
 *
 * Then the whole product. `trainings`: a training of this many rows of 20 columns, from ClickHouse to the stored report, compared with the Python
 * package on the same rows (processor time; the trees must be equal). `beside`: the p99 of decisions during two such trainings.
 *
 * `--only` names one part or more; `--profile <folder>` writes processor profiles of the runtime of `decisions`, and of the worker, there.
 */
import { parseArgs } from "node:util";
import { columns } from "../tests/model/configurations.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { compareBesideTrainings } from "./prediction/beside-trainings.ts";
import { compareDecisions } from "./prediction/decisions.ts";
import { startProduct } from "./prediction/product.ts";
import { compareScoring, trainForest } from "./prediction/scoring.ts";
import { compareTrainings } from "./prediction/training.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    rounds: { type: "string", default: "12" },
    "training-rounds": { type: "string", default: "3" },
    rows: { type: "string", default: "100000" },
    only: { type: "string", multiple: true, default: ["scoring", "decisions", "trainings", "beside"] },
    profile: { type: "string" },
  },
});
const { only, profile } = options;
const [floor, rounds, rows] = [Number(options.floor), Number(options.rounds), Number(options.rows)];
const trainingRounds = Number(options["training-rounds"]);
const besideSeconds = 4;
const table: Row[] = [];

if (only.includes("scoring") || only.includes("decisions")) {
  const trained = await trainForest();
  if (only.includes("scoring")) {
    const best = compareScoring(trained, rounds);
    table.push(
      { what: "one row, ours", value: best.ours, unit: "us" },
      { what: "one row, the library", value: best.library, unit: "us" },
      { what: "one row, ours / the library", value: best.ours / best.library, goal: { max: 0.7 } },
      { what: "reasons of one row, ours", value: best.reasons, unit: "us" },
      { what: "reasons of one row, the library", value: best.libraryReasons, unit: "us" },
      { what: "reasons of one row, ours / the library", value: best.reasons / best.libraryReasons, goal: { max: 5 } },
    );
  }
  trained.free();
  if (only.includes("decisions")) {
    const decisions = await compareDecisions(trained.text, columns, { rounds, profile });
    table.push(
      { what: "a decision with a prediction", value: decisions.withMicros, unit: "us" },
      { what: "the same decision without", value: decisions.withoutMicros, unit: "us" },
      { what: "a decision with a prediction / without", value: decisions.ratio, goal: { max: 1.3 } },
    );
  }
}
if (only.includes("trainings") || only.includes("beside")) {
  const product = await startProduct({ profile });
  try {
    if (only.includes("trainings")) {
      const trainings = await compareTrainings(product, rows, trainingRounds);
      if (!trainings.identical) throw new Error("The product and the Python package grew different trees from the same rows.");
      table.push(
        { what: `training ${trainings.rows} rows, the product`, value: trainings.productSeconds, unit: "s" },
        { what: "the same, the Python package", value: trainings.pythonSeconds, unit: "s" },
        { what: "the product / Python on the clock", value: trainings.clockRatio },
        { what: `the product / Python, ${trainings.trees} same trees`, value: trainings.ratio, goal: { max: 1.15 } },
      );
    }
    if (only.includes("beside")) {
      const beside = await compareBesideTrainings(product, rows, besideSeconds, trainingRounds);
      table.push(
        { what: "p99 of decisions, idle", value: beside.idleMillis, unit: "ms" },
        { what: "p99 of decisions beside two trainings", value: beside.besideMillis, unit: "ms" },
        { what: "beside two trainings / idle", value: beside.ratio, goal: { max: 1.5 }, held: 4 },
      );
    }
  } finally {
    await product.stop();
  }
}
printTable(table, floor);
if (options.check && !table.every((row) => holdsFor(row, floor))) process.exitCode = 1;
