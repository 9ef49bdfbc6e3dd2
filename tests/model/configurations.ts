import type { Lightgbm } from "@airlock/platform/lightgbm";
import { createRandom, type Random } from "../support/random.ts";

/** A training configuration; together they cover every kind of column, missing value and label. */
export interface Configuration {
  readonly name: string;
  readonly parameters: string;
  readonly classes: number;
}

const usual = "verbosity=-1 deterministic=true force_row_wise=true seed=7 num_threads=1 min_data_in_leaf=5";
const withCategories = "categorical_feature=0,1,2,3,4";

export const configurations: readonly Configuration[] = [
  ...(["binary", "regression"] as const).flatMap((objective) => [
    { name: `${objective}, numbers only`, parameters: `objective=${objective} num_leaves=31`, classes: 1 },
    { name: `${objective}, categories`, parameters: `objective=${objective} num_leaves=31 ${withCategories}`, classes: 1 },
    { name: `${objective}, zero is missing`, parameters: `objective=${objective} num_leaves=31 zero_as_missing=true`, classes: 1 },
    { name: `${objective}, nothing is missing`, parameters: `objective=${objective} num_leaves=31 use_missing=false`, classes: 1 },
    { name: `${objective}, 32 leaves`, parameters: `objective=${objective} num_leaves=32 max_depth=-1`, classes: 1 },
    { name: `${objective}, 100 leaves`, parameters: `objective=${objective} num_leaves=100 ${withCategories}`, classes: 1 },
  ]),
  {
    name: "binary, sigmoid 2, few categories a set",
    parameters: `objective=binary sigmoid=2 max_cat_to_onehot=2 ${withCategories}`,
    classes: 1,
  },
  { name: "three classes", parameters: `objective=multiclass num_class=3 num_leaves=15 ${withCategories}`, classes: 3 },
  { name: "three classes, numbers only", parameters: "objective=multiclass num_class=3 num_leaves=31", classes: 3 },
  { name: "stumps", parameters: "objective=binary num_leaves=2", classes: 1 },
  {
    name: "bagging and a share of columns",
    parameters: "objective=binary bagging_fraction=0.5 bagging_freq=1 feature_fraction=0.5",
    classes: 1,
  },
];

export const columns = 20;

export interface Made {
  readonly rows: Float64Array;
  readonly labels: Float32Array;
}

/** Five categorical columns, fifteen numbers; some values are missing and many are zero. */
export function makeRows(count: number, classes: number, random: Random): Made {
  const rows = new Float64Array(count * columns);
  const labels = new Float32Array(count);
  for (let row = 0; row < count; row += 1) {
    let sum = 0;
    for (let column = 0; column < columns; column += 1) {
      const value = valueFor(column, random);
      rows[row * columns + column] = value;
      if (column < 5) sum += ((value * 7) % 5) * 0.1;
      else sum += Number.isNaN(value) ? 0.3 : Math.sin(value * column) * 0.4;
    }
    const noisy = sum + random.next() * 0.8;
    labels[row] = classes > 1 ? Math.min(classes - 1, Math.max(0, Math.floor(noisy))) : noisy > 0.9 ? 1 : 0;
  }
  return { rows, labels };
}

function valueFor(column: number, random: Random): number {
  if (column < 5) return Math.floor(random.next() * 12 * (column + 1));
  const kind = random.next();
  if (column % 4 === 3 && kind < 0.2) return Number.NaN;
  if (column % 4 === 0 && kind < 0.3) return 0;
  return (random.next() - 0.5) * 10 ** (column % 3);
}

/** Near zero on both sides of the library's bound, beyond integers, out of every range, and not numbers at all. */
const hostile = [
  0,
  -0,
  Number.NaN,
  Infinity,
  -Infinity,
  1e-36,
  -1e-36,
  1e-35,
  1.1e-35,
  1e300,
  -1e300,
  -1,
  -0.5,
  3.7,
  31.9,
  32,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 40,
];

export function hostileRows(count: number, from: Float64Array, random: Random): Float64Array {
  const known = from.length / columns;
  return Float64Array.from({ length: count * columns }, (_, at) => {
    if (random.next() < 0.25) return hostile[Math.floor(random.next() * hostile.length)] ?? 0;
    return from[Math.floor(random.next() * known) * columns + (at % columns)] ?? 0;
  });
}

export interface Trained extends Made {
  readonly text: string;
  readonly raw: (rows: Float64Array) => Float64Array;
  readonly contributions: (rows: Float64Array) => Float64Array;
  readonly singleRow: (row: Float64Array, into: Float64Array) => void;
  readonly free: () => void;
}

export interface TrainOptions {
  readonly rows: number;
  readonly iterations: number;
  readonly seed: number;
}

export function train(library: Lightgbm, configuration: Configuration, options: TrainOptions): Trained {
  const made = makeRows(options.rows, configuration.classes, createRandom(options.seed));
  const parameters = `${usual} ${configuration.parameters}`;
  const dataset = library.dataset(made.rows, columns, made.labels, parameters);
  const booster = library.booster(dataset, parameters);
  for (let iteration = 0; iteration < options.iterations && !booster.iterate(); iteration += 1);
  return {
    ...made,
    text: booster.text(),
    raw: (rows) => booster.raw(rows, columns),
    contributions: (rows) => booster.contributions(rows, columns),
    singleRow: booster.singleRow(columns),
    free: () => {
      booster.free();
      dataset.free();
    },
  };
}
