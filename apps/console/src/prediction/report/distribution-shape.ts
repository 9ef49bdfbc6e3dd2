import type { ModelColumn } from "@airlock/contract";
import { number } from "../../format/numbers.ts";

export interface Slice {
  /** From 0 to 1 along the axis. */
  readonly from: number;
  readonly to: number;
  /** Of the tallest. */
  readonly tall: number;
}

/**
 * How a column was spread. The bins of a number hold about as many rows each, so what is drawn is how close they lie: narrow bins are
 * tall. The outermost are open, and drawn as wide as their neighbours.
 */
export function slicesOf(column: ModelColumn): readonly Slice[] {
  const { kind, distribution } = column;
  const { bins } = distribution;
  const bounds = valueBounds(column);
  if (kind === "category" || bounds.length < 2) return even(bins);
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

function even(bins: readonly number[]): readonly Slice[] {
  const top = Math.max(1, ...bins);
  return bins.map((count, at) => ({ from: at / bins.length, to: (at + 1) / bins.length, tall: count / top }));
}

/** The bounds between the bins as values of the column: where it was cut into bands, the distribution counts those instead. */
export function valueBounds({ bands, distribution: { bounds } }: ModelColumn): readonly number[] {
  if (bands.length === 0) return bounds;
  return bounds.map((band) => bands[Math.max(0, Math.round(band) - 1)] ?? band);
}

/** The same in words. */
export function spreadWords(column: ModelColumn): string {
  const { kind, values, distribution } = column;
  const { bins, rows } = distribution;
  const bounds = valueBounds(column);
  if (kind === "category") {
    const most = bins
      .map((count, at) => ({ value: values[at] ?? "others", count }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, 3);
    return most.map(({ value, count }) => `${value === "" ? "(empty)" : value} ${number((100 * count) / Math.max(1, rows))}%`).join(", ");
  }
  const [low, middle, high] = [bounds[0], bounds[Math.floor(bounds.length / 2)], bounds.at(-1)];
  if (low === undefined || middle === undefined || high === undefined) return "-";
  return low === high ? `around ${number(low)}` : `${number(low)} to ${number(high)}, half below ${number(middle)}`;
}
