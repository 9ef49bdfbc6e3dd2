import { createExplainer, createScorer, readForest } from "@airlock/model";
import { openLightgbm } from "@airlock/platform/lightgbm";
import { installLightgbm, lightgbmLibrary } from "../../services/install/lightgbm.ts";
import { columns, hostileRows, train } from "../../tests/model/configurations.ts";
import { createRandom } from "../../tests/support/random.ts";

const rowCount = 1_000;
const callsPerRound = 10_000;
const explanationsPerRound = 100;

/** A model of 200 trees of 31 leaves over 20 columns, 5 of them categorical. */
export async function trainForest() {
  await installLightgbm();
  const library = openLightgbm(lightgbmLibrary());
  const categories = "categorical_feature=0,1,2,3,4";
  const configuration = { name: "scorecard", parameters: `objective=binary num_leaves=31 learning_rate=0.1 ${categories}`, classes: 1 };
  return train(library, configuration, { rows: 20_000, iterations: 200, seed: 1 });
}

export type Trained = Awaited<ReturnType<typeof trainForest>>;

type Score = (row: Float64Array, into: Float64Array) => void;

/** One row scored, and explained, by our own code and by the library: the best of the rounds, in microseconds of processor time. Scores are compared first. */
export function compareScoring(trained: Trained, rounds: number) {
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

  function microseconds(score: Score, calls = callsPerRound): number {
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) score(rows[call % rowCount] ?? hostile, into);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls;
  }

  const best = { ours: Infinity, library: Infinity, reasons: Infinity, libraryReasons: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    best.ours = Math.min(best.ours, microseconds(scorer.raw));
    best.library = Math.min(best.library, microseconds(trained.singleRow));
    best.reasons = Math.min(best.reasons, microseconds(explain, explanationsPerRound));
    best.libraryReasons = Math.min(best.libraryReasons, microseconds(trained.contributions, explanationsPerRound));
  }
  return best;
}
