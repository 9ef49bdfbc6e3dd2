import type { RecordedPrediction } from "@airlock/engine";
import { createRowWriter, recount, recountScores, together, type Distribution, type Given } from "@airlock/model";
import { actualReader } from "./actual-of.ts";
import type { WatchedModel } from "./live-version.ts";

/** How often a prediction and a known outcome occurred together. */
export type Pair = readonly [predicted: number, actual: number, decisions: number];

/** Counts inputs and scores of one model into the bins of its training, a batch of executions at a time. */
export class ModelTally {
  readonly #model: WatchedModel;
  readonly #write: ReturnType<typeof createRowWriter>;
  readonly #actual: ReturnType<typeof actualReader>;
  #predictions: RecordedPrediction[] = [];
  #columns: Distribution[];
  #scores: Distribution | undefined;
  #pairs = new Map<string, Pair>();

  constructor(model: WatchedModel) {
    this.#model = model;
    const { artefact } = model.predictor;
    this.#write = createRowWriter(artefact.columns);
    this.#actual = actualReader(artefact.label, model.bands);
    this.#columns = model.columns.map(({ column, training }) => recount(column, training, new Float64Array()));
    this.#scores = model.scores === null ? undefined : recountScores(model.scores, new Float64Array());
  }

  get columns(): readonly Distribution[] {
    return this.#columns;
  }

  get scores(): Distribution | undefined {
    return this.#scores;
  }

  /** With the outcome, if it is known. */
  add(prediction: RecordedPrediction, outcome: string | undefined): void {
    this.#predictions.push(prediction);
    const actual = outcome === undefined ? undefined : this.#actual(outcome);
    const predicted = actual === undefined ? undefined : this.#predicted(prediction);
    if (actual === undefined || predicted === undefined) return;
    const key = `${predicted} ${actual}`;
    this.#pairs.set(key, [predicted, actual, (this.#pairs.get(key)?.[2] ?? 0) + 1]);
  }

  /** Counts the added predictions and clears them. */
  settle(): void {
    const { columns, scores, predictor } = this.#model;
    const names = predictor.artefact.columns.map(({ name }) => name);
    const width = names.length;
    const rows = new Float64Array(this.#predictions.length * width);
    for (const [at, { inputs }] of this.#predictions.entries()) {
      // Own properties only: a column may be named like a property of `Object.prototype`.
      const values = names.map((name): Given => (Object.hasOwn(inputs, name) ? inputs[name] : undefined));
      this.#write(values, rows, at * width);
    }
    this.#columns = columns.map(({ column, training }, place) => {
      const values = Float64Array.from(this.#predictions, (_, at) => rows[at * width + place] ?? Number.NaN);
      const counted = recount(column, training, values);
      const before = this.#columns[place];
      return before === undefined ? counted : together(before, counted);
    });
    if (scores !== null && this.#scores !== undefined) {
      const values = Float64Array.from(this.#predictions, ({ score }) => score ?? Number.NaN);
      this.#scores = together(this.#scores, recountScores(scores, values));
    }
    this.#predictions = [];
  }

  /** Pairs found since the last call. */
  takePairs(): readonly Pair[] {
    const pairs = [...this.#pairs.values()];
    this.#pairs = new Map();
    return pairs;
  }

  /** With more than two classes, the index of the most likely one. The execution record does not have it, so the model is evaluated again. */
  #predicted({ inputs, score }: RecordedPrediction): number | undefined {
    const { label } = this.#model.predictor.artefact;
    if (label.kind === "number" || label.values.length === 2) return score;
    const { taken } = this.#model.predictor.predict(inputs);
    const place = taken === undefined ? -1 : label.values.indexOf(taken);
    return place === -1 ? undefined : place;
  }
}
