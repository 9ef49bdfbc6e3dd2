import { bandOf, type Column } from "./artefact.ts";
import type { RowSample } from "./row-sample.ts";

/** The distribution of a column's values over a set of rows: stored from training, counted again for live decisions. */
export interface Distribution {
  readonly rows: number;
  readonly missing: number;
  /** Categories that did not occur in training. */
  readonly unseen: number;
  /** For a number, the bounds between its bins. Empty for a category, each of which is a bin. */
  readonly bounds: readonly number[];
  readonly bins: readonly number[];
  /** For a number in training: the smallest and the largest finite value. */
  readonly range?: readonly [number, number] | undefined;
}

const numberOfBins = 10;
/** Categories from this number on share the last bin: a bin each would show chance rather than change. */
const categoryBins = 50;
/** The share that an empty bin counts as, so that the index stays finite. */
const least = 1e-4;

/** Bins with about the same number of rows, for every column of row-major rows. The sample determines the bounds; all rows are counted. */
export function distributionsOf(columns: readonly Column[], rows: Float64Array, sample: RowSample): readonly Distribution[] {
  const counters = columns.map((column, place) =>
    createCounter(column, column.kind === "number" ? boundsOf(sample.columns[place] ?? new Float64Array(0)) : []),
  );
  let at = 0;
  while (at < rows.length) {
    for (const counter of counters) {
      counter.add(rows[at] ?? Number.NaN);
      at += 1;
    }
  }
  return counters.map(({ counted, range }) => ({ ...counted(), ...range() }));
}

const score: Column = { name: "score", kind: "number" };

/**
 * The distribution of scores with the precision that decisions store: twelve decimals. Bounds have nine, so that a score shared by many rows is on
 * the same side of each bound before and after rounding.
 */
export function scoreDistributionOf(scores: Float64Array): Distribution {
  const kept = scores.map((value) => decimals(value, 12));
  return countInto(score, [...new Set(boundsOf(kept).map((bound) => decimals(bound, 9)))], kept);
}

/** Significant digits for larger numbers. */
function decimals(value: number, count: number): number {
  return Math.abs(value) < 1 ? Math.round(value * 10 ** count) / 10 ** count : Number(value.toPrecision(count));
}

/** The same column in other rows, counted into the same bins. */
export function recount(column: Column, training: Distribution, values: Float64Array): Distribution {
  return countInto(column, training.bounds, values);
}

export function recountScores(training: Distribution, scores: Float64Array): Distribution {
  return countInto(score, training.bounds, scores);
}

/** The sum of two distributions with the same bins. */
export function together(a: Distribution, b: Distribution): Distribution {
  return {
    rows: a.rows + b.rows,
    missing: a.missing + b.missing,
    unseen: a.unseen + b.unseen,
    bounds: a.bounds,
    bins: a.bins.map((count, bin) => count + (b.bins[bin] ?? 0)),
  };
}

function boundsOf(values: Float64Array): readonly number[] {
  const rising = values.filter((value) => Number.isFinite(value)).sort();
  const bounds = Array.from({ length: numberOfBins - 1 }, (_, index) => rising[Math.floor((rising.length * (index + 1)) / numberOfBins)]);
  return [...new Set(bounds.filter((bound) => bound !== undefined))];
}

function countInto(column: Column, bounds: readonly number[], values: Float64Array): Distribution {
  const { add, counted } = createCounter(column, bounds);
  for (const value of values) add(value);
  return counted();
}

interface Counter {
  readonly add: (value: number) => void;
  readonly counted: () => Distribution;
  readonly range: () => Pick<Distribution, "range">;
}

function createCounter(column: Column, bounds: readonly number[]): Counter {
  const isNumber = column.kind === "number";
  const bins = new Float64Array(isNumber ? bounds.length + 1 : Math.min(column.values.length, categoryBins));
  let [rows, missing, unseen] = [0, 0, 0];
  let [lowest, highest] = [Infinity, -Infinity];
  return {
    add: (value) => {
      rows += 1;
      if (Number.isNaN(value)) missing += 1;
      else if (!isNumber && value < 0) unseen += 1;
      else {
        const bin = isNumber ? bandOf(bounds, value) : Math.min(value, bins.length - 1);
        bins[bin] = (bins[bin] ?? 0) + 1;
        if (isNumber && Number.isFinite(value)) {
          if (value < lowest) lowest = value;
          if (value > highest) highest = value;
        }
      }
    },
    counted: () => ({ rows, missing, unseen, bounds, bins: [...bins] }),
    range: () => (lowest <= highest ? { range: [lowest, highest] } : {}),
  };
}

/**
 * The population stability index: 0 for equal distributions; below 0.1 counts as no change, above 0.25 as a large one. Missing and unseen values are
 * bins as well.
 */
export function stabilityIndex(training: Distribution, live: Distribution): number | null {
  if (training.rows === 0 || live.rows === 0) return null;
  const counts = ({ bins, missing, unseen }: Distribution): readonly number[] => [...bins, missing, unseen];
  const shares = (of: Distribution): readonly number[] => counts(of).map((count) => Math.max(least, count / of.rows));
  const now = shares(live);
  return shares(training).reduce((sum, before, bin) => {
    const after = now[bin] ?? least;
    return sum + (after - before) * Math.log(after / before);
  }, 0);
}
