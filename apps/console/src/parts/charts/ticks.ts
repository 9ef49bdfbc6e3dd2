import { formatNumber } from "@airlock/flow/locale";

/** Round steps that reach from `min` to `max`: 1, 2 or 5 times a power of ten, about `count` of them. */
export function ticksBetween(min: number, max: number, count = 4): readonly number[] {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return [0, 1];
  // One value alone, or none: a step around it, so that there is something to draw in.
  const span = max > min ? max - min : Math.abs(max) || 1;
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10);
  const first = Math.floor(min / step + 1e-9);
  const last = Math.ceil((max > min ? max : min + span) / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
}

/** 0.30000000000000004 is 0.3. */
const tidy = (value: number) => Number(value.toPrecision(12));

/** As many digits as the steps differ by: `0.15`, `1,200`. */
export function tickText(value: number, ticks: readonly number[]): string {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1;
  const exponent = Math.floor(Math.log10(step) + 1e-9);
  const digits = Math.max(0, Math.min(6, -exponent));
  const needed = Number((step * 10 ** digits).toFixed(6)) % 1 === 0 ? digits : digits + 1;
  return formatNumber(value, { minimumFractionDigits: needed, maximumFractionDigits: needed });
}

const countSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

interface CountAxis {
  readonly top: number;
  /** Positions of the grid lines from the top down; whole numbers, because executions are counted. */
  readonly ticks: readonly number[];
}

/** Axis for counts: the maximum is at least 9.9; above that it is four round steps. */
export function countAxis(highest: number): CountAxis {
  if (highest <= 9.9) return { top: 9.9, ticks: [9, 6, 3, 0] };
  const quarter = highest / 4;
  const power = 10 ** Math.floor(Math.log10(quarter));
  const step = (countSteps.find((factor) => factor * power >= quarter && Number.isInteger(factor * power)) ?? 10) * power;
  return { top: step * 4, ticks: [4, 3, 2, 1, 0].map((steps) => steps * step) };
}
