import type { CompareOperator } from "../node-parts.ts";

/**
 * Sets of numbers as runs between boundaries, for reasoning about conditions and bands. A boundary is just before or just after a number,
 * so that open and closed ends, and adjacent runs, need no special cases. For Integers a boundary is always before a whole number, so (4,
 * 5] and [6, 9] are adjacent.
 */
export interface Boundary {
  readonly value: number;
  readonly after: 0 | 1;
}

export interface NumberRun {
  readonly from: Boundary;
  readonly to: Boundary;
}

/** Runs that neither overlap nor touch, in order. */
export type NumberSet = readonly NumberRun[];

const lowest: Boundary = { value: -Infinity, after: 0 };
const highest: Boundary = { value: Infinity, after: 0 };

export const allNumbers: NumberSet = [{ from: lowest, to: highest }];
const noNumbers: NumberSet = [];

export function compareBoundaries(a: Boundary, b: Boundary): number {
  return a.value === b.value ? a.after - b.after : a.value < b.value ? -1 : 1;
}

export function boundary(value: number, after: 0 | 1, whole: boolean): Boundary {
  if (!whole || !Number.isFinite(value)) return { value, after };
  return { value: after === 1 ? Math.floor(value) + 1 : Math.ceil(value), after: 0 };
}

export function numberRun(from: Boundary, to: Boundary): NumberSet {
  return compareBoundaries(from, to) < 0 ? [{ from, to }] : noNumbers;
}

/** The numbers for which `number operator value` holds. */
export function numbersThat(operator: CompareOperator, value: number, whole: boolean): NumberSet {
  const before = boundary(value, 0, whole);
  const after = boundary(value, 1, whole);
  switch (operator) {
    case "==":
      return numberRun(before, after);
    case "!=":
      return complementOfNumbers(numberRun(before, after));
    case "<":
      return numberRun(lowest, before);
    case "<=":
      return numberRun(lowest, after);
    case ">":
      return numberRun(after, highest);
    case ">=":
      return numberRun(before, highest);
  }
}

/** Both are in order already, so they are merged: uniting many sets one by one stays linear in each step. */
export function unionOfNumbers(a: NumberSet, b: NumberSet): NumberSet {
  const runs: NumberRun[] = [];
  let i = 0;
  let j = 0;
  for (let x = a[i], y = b[j]; x !== undefined || y !== undefined; x = a[i], y = b[j]) {
    const takeA = y === undefined || (x !== undefined && compareBoundaries(x.from, y.from) <= 0);
    const run = takeA ? x : y;
    if (takeA) i += 1;
    else j += 1;
    if (run !== undefined) append(runs, run);
  }
  return runs;
}

/** The union of runs in any order. */
export function unionOfRuns(runs: readonly NumberRun[]): NumberSet {
  const joined: NumberRun[] = [];
  for (const run of [...runs].sort((x, y) => compareBoundaries(x.from, y.from))) append(joined, run);
  return joined;
}

/** A union that grows run by run and says whether each run added something; fast enough for a thousand bands in any order. */
export class Coverage {
  readonly #runs: NumberRun[] = [];

  add(run: NumberRun): boolean {
    let first = 0;
    for (let past = this.#runs.length; first < past;) {
      const middle = (first + past) >>> 1;
      const there = this.#runs[middle];
      if (there !== undefined && compareBoundaries(there.to, run.from) < 0) first = middle + 1;
      else past = middle;
    }
    let { from, to } = run;
    let past = first;
    for (let there = this.#runs[past]; there !== undefined && compareBoundaries(there.from, to) <= 0; there = this.#runs[past]) {
      if (compareBoundaries(there.from, run.from) <= 0 && compareBoundaries(run.to, there.to) <= 0) return false;
      if (compareBoundaries(there.from, from) < 0) from = there.from;
      if (compareBoundaries(there.to, to) > 0) to = there.to;
      past += 1;
    }
    this.#runs.splice(first, past - first, { from, to });
    return true;
  }
}

/** Adds a run that starts no earlier than the last one. */
function append(runs: NumberRun[], run: NumberRun): void {
  const last = runs.at(-1);
  if (last === undefined || compareBoundaries(last.to, run.from) < 0) runs.push(run);
  else if (compareBoundaries(last.to, run.to) < 0) runs[runs.length - 1] = { from: last.from, to: run.to };
}

export function complementOfNumbers(set: NumberSet): NumberSet {
  const runs: NumberRun[] = [];
  let from = lowest;
  for (const run of set) {
    if (compareBoundaries(from, run.from) < 0) runs.push({ from, to: run.from });
    from = run.to;
  }
  if (compareBoundaries(from, highest) < 0) runs.push({ from, to: highest });
  return runs;
}

export function intersectionOfNumbers(a: NumberSet, b: NumberSet): NumberSet {
  const runs: NumberRun[] = [];
  let i = 0;
  let j = 0;
  for (let x = a[i], y = b[j]; x !== undefined && y !== undefined; x = a[i], y = b[j]) {
    const from = compareBoundaries(x.from, y.from) > 0 ? x.from : y.from;
    const xEndsFirst = compareBoundaries(x.to, y.to) < 0;
    const to = xEndsFirst ? x.to : y.to;
    if (compareBoundaries(from, to) < 0) runs.push({ from, to });
    if (xEndsFirst) i += 1;
    else j += 1;
  }
  return runs;
}

/** A run in words: "600 to 620", "below 5", "620 and above". */
export function runText(run: NumberRun, whole: boolean): string {
  const { from, to } = run;
  if (whole) {
    const last = to.value - 1;
    if (from.value === -Infinity) return `${last} and below`;
    if (to.value === Infinity) return `${from.value} and above`;
    return from.value === last ? `${last}` : `${from.value} to ${last}`;
  }
  if (from.value === -Infinity) return to.after === 1 ? `${to.value} and below` : `anything below ${to.value}`;
  if (to.value === Infinity) return from.after === 1 ? `anything above ${from.value}` : `${from.value} and above`;
  if (from.value === to.value) return `exactly ${from.value}`;
  const start = from.after === 1 ? `above ${from.value}` : `${from.value}`;
  return to.after === 1 ? `${start} up to ${to.value}` : `${start} to below ${to.value}`;
}
