import type { ModelColumn } from "@airlock/contract";
import { evenBars, type SmallBar } from "../../parts/charts/even-bars.ts";
import { number } from "../../ui/format/numbers.ts";

/**
 * How a column was spread. The bins of a number hold about as many rows each, so what is drawn is how close they lie: narrow bins are
 * tall. The outermost are open, and drawn as wide as their neighbours.
 */
export function slicesOf(column: ModelColumn): readonly SmallBar[] {
  const { kind, distribution } = column;
  const { bins } = distribution;
  const bounds = valueBounds(column);
  if (kind === "category")
    return evenBars(bins).map((slice, at) => (at === bins.length - 1 && hasOthersBin(column) ? { ...slice, isOthers: true } : slice));
  if (bounds.length < 2) return evenBars(bins);
  const [first, last] = [bounds[0] ?? 0, bounds.at(-1) ?? 0];
  const low = first - ((bounds[1] ?? first) - first);
  const high = last + (last - (bounds.at(-2) ?? last));
  const edges = [low, ...bounds, high];
  const span = high - low || 1;
  const dense = bins.map((count, at) => count / ((edges[at + 1] ?? high) - (edges[at] ?? low) || Number.EPSILON));
  const top = Math.max(...dense) || 1;
  return dense.map((value, at) => ({
    from: ((edges[at] ?? low) - low) / span,
    to: ((edges[at + 1] ?? high) - low) / span,
    tall: value / top,
  }));
}

/** The bounds between the bins as values of the column: where it was cut into bands, the distribution counts those instead. */
export function valueBounds({ bands, distribution: { bounds } }: ModelColumn): readonly number[] {
  if (bands.length === 0) return bounds;
  return bounds.map((band) => bands[Math.max(0, Math.round(band) - 1)] ?? band);
}

/** Whether the last bin of a category counts all values that have no bin of their own. */
function hasOthersBin({ kind, valuesCount, distribution: { bins } }: ModelColumn): boolean {
  return kind === "category" && valuesCount > bins.length;
}

/** The bins of a category that stand for one value each. */
export function valueBins(column: ModelColumn): readonly { readonly value: string; readonly count: number }[] {
  const { values, distribution } = column;
  const named = hasOthersBin(column) ? distribution.bins.slice(0, -1) : distribution.bins;
  return named.map((count, at) => ({ value: values[at] ?? "", count }));
}

const namedValues = 3;

/** The same in words. Shares are of all rows. */
export function spreadWords(column: ModelColumn): string {
  const { kind, type, bands, distribution } = column;
  const { rows, missing, bins, range } = distribution;
  const share = (count: number) => shareText(count, rows);
  if (kind === "category") {
    const shown = valueBins(column)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, namedValues);
    const others = rows - missing - shown.reduce((sum, { count }) => sum + count, 0);
    return [
      ...shown.map(({ value, count }) => `${value === "" ? "(empty)" : value} ${share(count)}`),
      ...(others > 0 ? [`others ${share(others)}`] : []),
    ].join(", ");
  }
  const bounds = valueBounds(column);
  const [low, high] = [bounds[0], bounds.at(-1)];
  if (low === undefined || high === undefined) return "-";
  if (range !== undefined && range[0] === range[1]) return `always ${number(low)}`;
  if (type === "INTEGER" && bands.length === 0 && bounds.length <= 2) return integerShares(bounds, bins, range, share).join(", ");
  const middle = number(medianOf(bounds, bins, rows - missing));
  return `${number(low)} to ${number(high)} (10th to 90th percentile), median ${middle}`;
}

/** Few bounds are few values: `0 80%, 1 20%`. A bin holds the integers from its lower bound to below the next one. */
function integerShares(
  bounds: readonly number[],
  bins: readonly number[],
  range: readonly [number, number] | undefined,
  share: (count: number) => string,
): readonly string[] {
  return bins.flatMap((count, bin) => {
    if (count === 0) return [];
    const [from, next] = [bounds[bin - 1], bounds[bin]];
    if (from === undefined) return [`below ${number(next ?? 0)} ${share(count)}`];
    const to = next === undefined ? range?.[1] : next - 1;
    if (to === undefined) return [`${number(from)} or more ${share(count)}`];
    return [`${from === to ? number(from) : `${number(from)} to ${number(to)}`} ${share(count)}`];
  });
}

/** Equal percentiles share one bound, so the middle bound is not always the median: it is the last one with at most half of the rows below. */
function medianOf(bounds: readonly number[], bins: readonly number[], present: number): number {
  if (bounds.length === decileBounds) return bounds[(decileBounds - 1) / 2] ?? 0;
  let below = 0;
  let median = bounds[0] ?? 0;
  for (const [at, bound] of bounds.entries()) {
    below += bins[at] ?? 0;
    if (below > present / 2) break;
    median = bound;
  }
  return median;
}

const decileBounds = 9;

function shareText(count: number, rows: number): string {
  return `${number((100 * count) / Math.max(1, rows))}%`;
}
