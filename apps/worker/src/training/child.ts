/**
 * Trains one model and exits. The native library may abort its process without an error, so it runs in a process of its own; its output goes to this
 * process's output, and everything else is sent in messages.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { distributionsOf, outputsOf, readForest, sampleRows, type Column, type Label } from "@airlock/model";
import { lightgbmVersion, openLightgbm, type Booster, type Dataset, type Lightgbm } from "@airlock/platform/lightgbm";
import { evaluate, importanceOf } from "./evaluate.ts";
import { parts, type Order, type Part, type Report } from "./messages.ts";
import { searchFrom } from "./search.ts";
import { parametersFor, type TrainingSettings } from "./settings.ts";
import { leakingColumns } from "./leaking-columns.ts";

interface Rows {
  readonly rows: Float64Array;
  readonly labels: Float32Array;
  readonly columns: number;
  filled: number;
}

interface Given {
  readonly library: string;
  readonly columns: readonly Column[];
  readonly label: Label;
  readonly parts: Readonly<Record<Part, Rows>>;
}
let given: Given | undefined;

/** Sample size for the bounds of columns and for finding columns that predict the label by themselves; more rows would not change the result. */
const sampled = 10_000;

const tell = (report: Report): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(report, undefined, {}, (error) => (error === null ? resolve() : reject(error)));
  });

function take(order: Extract<Order, { kind: "begin" | "block" }>): void {
  if (order.kind === "begin") {
    const columns = order.columns.length;
    const room = (part: Part): Rows => {
      const count = order.rows[part];
      return { rows: new Float64Array(count * columns), labels: new Float32Array(count), columns, filled: 0 };
    };
    given = { ...order, parts: { training: room("training"), validation: room("validation"), holdout: room("holdout") } };
    return;
  }
  const { of, rows, labels } = order.block;
  const into = given?.parts[of];
  if (into === undefined) throw new Error("Rows came before the word how many there would be.");
  into.rows.set(rows, into.filled * into.columns);
  into.labels.set(labels, into.filled);
  into.filled += labels.length;
}

interface Grown {
  readonly booster: Booster;
  readonly best: number;
  readonly metric: number;
  readonly settings: TrainingSettings;
  readonly parameters: string;
}

async function train({ settings, threads, searchSeconds }: Extract<Order, { kind: "train" }>): Promise<void> {
  if (given === undefined) throw new Error("There are no rows.");
  for (const part of parts) {
    const { filled, labels } = given.parts[part];
    // With a wrong count, the library would crash rather than report an error.
    if (filled !== labels.length) throw new Error(`${labels.length} rows were promised and ${filled} came.`);
  }
  const { columns, label } = given;
  const { training, validation, holdout } = given.parts;
  const lightgbm = openLightgbm(given.library);
  const categorical = columns.flatMap((column, place) => (column.kind === "category" ? [place] : []));
  const write = (chosen: TrainingSettings): string => parametersFor(label, chosen, categorical, threads);
  const dataset = lightgbm.dataset(training.rows, columns.length, training.labels, write(settings));
  const judge =
    validation.filled > 0 ? lightgbm.dataset(validation.rows, columns.length, validation.labels, write(settings), dataset) : undefined;

  const grow = growing({ lightgbm, dataset, judge, write });
  let grown = await grow(settings);
  if (grown === undefined) throw new Error("The training came to nothing.");
  if (searchSeconds > 0) grown = await search(grown, settings, searchSeconds, grow);

  await tell({ kind: "grown" });
  const { booster, best, parameters } = grown;
  const text = booster.text(best);
  const forest = readForest(text);
  const { evaluated, scores } = evaluate(booster, forest, best, label, holdout);
  const sample = sampleRows(training.rows, columns.length, sampled);
  await tell({
    kind: "trained",
    trained: {
      text,
      best,
      libraryVersion: lightgbmVersion,
      parameters,
      evaluated,
      importance: importanceOf(booster, best, outputsOf(forest.objective), holdout),
      distributions: distributionsOf(columns, training.rows, sample),
      scores,
      leaking: leakingColumns(columns, label, sample, training.labels),
    },
  });
}

type Grow = (settings: TrainingSettings, until?: number) => Promise<Grown | undefined>;

interface GrowOptions {
  readonly lightgbm: Lightgbm;
  readonly dataset: Dataset;
  readonly judge: Dataset | undefined;
  readonly write: (settings: TrainingSettings) => string;
}

/** Trains one forest, iteration by iteration; undefined if the time was over before it was complete. */
function growing({ lightgbm, dataset, judge, write }: GrowOptions): Grow {
  return async (settings, until = Infinity) => {
    const parameters = write(settings);
    const booster = lightgbm.booster(dataset, parameters);
    if (judge !== undefined) booster.validate(judge);
    let best = { iteration: 0, metric: Infinity };
    for (let iteration = 1; iteration <= settings.iterations; iteration += 1) {
      const finished = booster.iterate();
      const point = { iteration, training: booster.metric(0), validation: judge === undefined ? null : booster.metric(1) };
      if (until === Infinity) await tell({ kind: "iteration", iteration: point });
      // Yields to the event loop, so that a closed channel is noticed: cancelling ends this process between two iterations.
      await nextTurn();
      const metric = point.validation ?? point.training;
      if (metric < best.metric) best = { iteration, metric };
      if (finished || iteration - best.iteration >= settings.patience) break;
      if (Date.now() > until) {
        booster.free();
        return undefined;
      }
    }
    return { booster, best: Math.max(1, best.iteration), metric: best.metric, settings, parameters };
  };
}

/** Tries other settings one after another while there is time, then reports the curve of the winner. */
async function search(first: Grown, settings: TrainingSettings, seconds: number, grow: Grow): Promise<Grown> {
  const until = Date.now() + seconds * 1000;
  let winner = first;
  let trial = 0;
  for (const other of searchFrom(settings)) {
    if (Date.now() > until) break;
    trial += 1;
    const secondsLeft = Math.max(0, (until - Date.now()) / 1000);
    await tell({ kind: "search", search: { trial, secondsLeft, best: Number.isFinite(winner.metric) ? winner.metric : null } });
    const grown = await grow(other, until);
    if (grown === undefined) break;
    const [kept, left] = grown.metric < winner.metric ? [grown, winner] : [winner, grown];
    left.booster.free();
    winner = kept;
  }
  if (winner === first) return first;
  winner.booster.free();
  // Train again with the winning settings: the same trees, with their own curve.
  return (await grow(winner.settings)) ?? first;
}

async function follow(order: Order): Promise<void> {
  try {
    if (order.kind === "train") await train(order);
    else {
      take(order);
      await tell({ kind: "taken" });
    }
  } catch (error) {
    await tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

process.on("message", (order: Order) => void follow(order));
// The parent has exited: no one would receive the model.
process.on("disconnect", () => process.exit());
