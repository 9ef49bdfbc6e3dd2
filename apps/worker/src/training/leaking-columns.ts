import { bandOf, type Column, type Label, type RowSample } from "@airlock/model";

const bins = 64;
/** The share of classification errors, or of the variance, that a column must explain by itself to be reported. */
const enough = 0.95;
const fewest = 50;

/**
 * Columns that predict the label by themselves. Usually they are recorded after the outcome and will be unknown at decision time (target leakage). A
 * rule is learned from every other row (the usual label for each value of the column) and evaluated on the rows in between, so a column that is
 * distinct in every row predicts nothing.
 */
export function leakingColumns(columns: readonly Column[], label: Label, { picked, columns: taken }: RowSample, labels: Float32Array) {
  if (picked.length < fewest) return [];
  const labelsTaken = new Float64Array(picked.length);
  for (const [at, row] of picked.entries()) labelsTaken[at] = labels[row] ?? 0;
  return columns.flatMap((column, place): readonly number[] => {
    const values = taken[place] ?? new Float64Array(0);
    const keys = keysOf(column.kind === "category" ? values : inBins(values));
    const explained = label.kind === "class" ? explainedClasses(keys, labelsTaken) : explainedNumbers(keys, labelsTaken);
    return explained >= enough ? [place] : [];
  });
}

function inBins(values: Float64Array): Float64Array {
  const rising = values.filter((value) => !Number.isNaN(value)).sort();
  const bounds = [...new Set(Array.from({ length: bins - 1 }, (_, at) => rising[Math.floor((rising.length * (at + 1)) / bins)] ?? 0))];
  return values.map((value) => bandOf(bounds, value));
}

/** Small integers from 0: missing values have a key of their own, and so have values not seen in training, which are -1. */
function keysOf(values: Float64Array): Int32Array {
  const keys = new Int32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    keys[at] = Number.isNaN(value) ? 0 : value + 2;
  }
  return keys;
}

function explainedClasses(keys: Int32Array, labels: Float64Array): number {
  const classes = highestOf(labels) + 1;
  const counts = new Int32Array((highestOf(keys) + 1) * classes);
  const overall = new Int32Array(classes);
  for (let at = 0; at < keys.length; at += 2) {
    const [key, label] = [keys[at] ?? 0, labels[at] ?? 0];
    counts[key * classes + label] = (counts[key * classes + label] ?? 0) + 1;
    overall[label] = (overall[label] ?? 0) + 1;
  }
  const usual = mostFrequent(overall, 0, classes) ?? 0;
  const rule = Int32Array.from(
    { length: counts.length / classes },
    (_, key) => mostFrequent(counts, key * classes, (key + 1) * classes) ?? usual,
  );
  let [wrong, wrongByGuess] = [0, 0];
  for (let at = 1; at < keys.length; at += 2) {
    if (rule[keys[at] ?? 0] !== labels[at]) wrong += 1;
    if (usual !== labels[at]) wrongByGuess += 1;
  }
  return wrongByGuess === 0 ? 0 : 1 - wrong / wrongByGuess;
}

function highestOf(values: Int32Array | Float64Array): number {
  let highest = 0;
  for (const value of values) highest = Math.max(highest, value);
  return highest;
}

/** Undefined if all counts are zero. */
function mostFrequent(counts: Int32Array, from: number, until: number): number | undefined {
  let [best, bestCount]: [number | undefined, number] = [undefined, 0];
  for (let at = from; at < until; at += 1) {
    const count = counts[at] ?? 0;
    if (count > bestCount) [best, bestCount] = [at - from, count];
  }
  return best;
}

function explainedNumbers(keys: Int32Array, labels: Float64Array): number {
  const sums = new Float64Array(highestOf(keys) + 1);
  const counts = new Int32Array(sums.length);
  let [total, rows] = [0, 0];
  for (let at = 0; at < keys.length; at += 2) {
    const [key, label] = [keys[at] ?? 0, labels[at] ?? 0];
    sums[key] = (sums[key] ?? 0) + label;
    counts[key] = (counts[key] ?? 0) + 1;
    total += label;
    rows += 1;
  }
  const mean = total / Math.max(1, rows);
  let [left, spread] = [0, 0];
  for (let at = 1; at < keys.length; at += 2) {
    const [key, label] = [keys[at] ?? 0, labels[at] ?? 0];
    const known = counts[key] ?? 0;
    left += (label - (known === 0 ? mean : (sums[key] ?? 0) / known)) ** 2;
    spread += (label - mean) ** 2;
  }
  return spread === 0 ? 0 : 1 - left / spread;
}
