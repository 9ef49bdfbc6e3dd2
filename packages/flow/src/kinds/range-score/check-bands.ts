import type { RangeScoreItem } from "../../node-parts.ts";
import { readFloatText } from "../../number-text.ts";
import {
  allNumbers,
  boundary,
  Coverage,
  compareBoundaries,
  complementOfNumbers,
  intersectionOfNumbers,
  numberRun,
  runText,
  unionOfRuns,
  type Boundary,
  type NumberSet,
} from "../../sets/number-set.ts";
import type { Check } from "../../validate/check.ts";

interface Band {
  readonly row: number;
  readonly set: NumberSet;
  readonly text: string;
}

/** Checks that bounds are numbers, that bands are not empty, and that they neither overlap nor leave gaps. */
export function checkBands(ranges: readonly RangeScoreItem[], defaultScore: string, whole: boolean, check: Check): void {
  const bands: Band[] = [];
  let allRead = true;
  for (const [row, item] of ranges.entries()) {
    const from = readEnd(item, "from", row, whole, check);
    const to = readEnd(item, "to", row, whole, check);
    if (from === undefined || to === undefined) allRead = false;
    else bands.push({ row, set: numberRun(from, to), text: bandText(item) });
  }
  for (const band of bands) {
    if (band.set.length > 0) continue;
    check.report("BAND_EMPTY", { node: check.title, what: `band ${band.row + 1}`, band: band.text }, "ranges", band.row);
  }
  const filled = bands.filter((band) => band.set.length > 0);
  checkOverlaps(filled, whole, check);
  // A band whose ends cannot be read yet may be the one that fills the gap.
  if (allRead) checkGaps(defaultScore, filled, whole, check);
}

function readEnd(item: RangeScoreItem, end: "from" | "to", row: number, whole: boolean, check: Check): Boundary | undefined {
  const text = end === "from" ? item.rangeFrom : item.rangeTo;
  if (text !== "") check.literal(text, "Float", "it", `the ${end === "from" ? "start" : "end"} of band ${row + 1}`, "ranges", row);
  return endOf(item, end, whole);
}

function endOf(item: RangeScoreItem, end: "from" | "to", whole: boolean): Boundary | undefined {
  const text = end === "from" ? item.rangeFrom : item.rangeTo;
  if (text === "") return allNumbers[0]?.[end];
  const value = readFloatText(text);
  if (!value.ok) return undefined;
  const after = end === "from" ? item.rangeFromIncludeExclude === "(" : item.rangeToIncludeExclude === "]";
  return boundary(value.value, after ? 1 : 0, whole);
}

/** Whether every number is in some band. */
export function coversEverything(ranges: readonly RangeScoreItem[]): boolean {
  return uncovered(ranges, false).length === 0;
}

/** The numbers that are in no band: "below 300", "600 to below 620". */
export function uncoveredTexts(ranges: readonly RangeScoreItem[], whole: boolean): readonly string[] {
  return uncovered(ranges, whole).map((run) => {
    if (run.from.value === -Infinity && run.to.value === Infinity) return "any number";
    return run.from.value === -Infinity && run.to.after === 0 ? `below ${run.to.value}` : runText(run, whole).replace("anything ", "");
  });
}

function uncovered(ranges: readonly RangeScoreItem[], whole: boolean): NumberSet {
  const runs = ranges.flatMap((item) => {
    const from = endOf(item, "from", whole);
    const to = endOf(item, "to", whole);
    return from === undefined || to === undefined ? [] : numberRun(from, to);
  });
  return complementOfNumbers(unionOfRuns(runs));
}

/** The first band that matches wins, so a row can be hidden by the rows above it, wholly or in part. */
function checkOverlaps(bands: readonly Band[], whole: boolean, check: Check): void {
  const above = new Coverage();
  // Rows in order of their start, so that only neighbours are compared and a thousand bands stay quick.
  const sorted: Band[] = [];
  for (const band of bands) {
    const [run] = band.set;
    if (run !== undefined && above.add(run)) sorted.push(band);
    else check.report("RANGE_UNREACHABLE", { node: check.title, band: band.text }, "ranges", band.row);
  }
  sorted.sort((a, b) => compareStarts(a, b));
  for (const [index, second] of sorted.entries()) {
    const first = sorted[index - 1];
    if (first === undefined) continue;
    const [overlap] = intersectionOfNumbers(first.set, second.set);
    if (overlap === undefined) continue;
    const details = { node: check.title, first: first.text, second: second.text, overlap: runText(overlap, whole) };
    check.report("RANGE_OVERLAP", details, "ranges", Math.max(first.row, second.row));
  }
}

function compareStarts(a: Band, b: Band): number {
  const [x] = a.set;
  const [y] = b.set;
  return x === undefined || y === undefined ? 0 : compareBoundaries(x.from, y.from);
}

/** Values between bands that are in none of them; values below the first and above the last are the designer's choice. */
function checkGaps(defaultScore: string, bands: readonly Band[], whole: boolean, check: Check): void {
  const covered = unionOfRuns(bands.flatMap((band) => band.set));
  const outcome = readFloatText(defaultScore).ok ? `gets the default of ${defaultScore} points` : "gets no points";
  for (const gap of complementOfNumbers(covered)) {
    if (gap.from.value === -Infinity || gap.to.value === Infinity) continue;
    const next = bands.find(({ set: [run] }) => run !== undefined && compareBoundaries(run.from, gap.to) === 0);
    check.report("RANGE_GAP", { node: check.title, gap: runText(gap, whole), outcome }, "ranges", next?.row);
  }
}

export function bandText(item: RangeScoreItem): string {
  return `${item.rangeFromIncludeExclude}${item.rangeFrom}, ${item.rangeTo}${item.rangeToIncludeExclude}`;
}
