import { formatNumber } from "@airlock/flow/locale";

/** A labelled position on an axis. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Easy to read values off. */
const plainFactors = [1, 2, 5];
/** With 2.5, so that 1 is divided into quarters. */
const quarterFactors = [1, 2, 2.5, 5];
const countFactors = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The smallest round step that is at least `rough`: one of the factors times a power of ten. All ticks are multiples of it. */
function roundStep(rough: number, factors: readonly number[], isWhole = false): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  // `0.1 + 0.2` needs no larger step than `0.3`.
  const isEnough = (step: number) => step >= rough * (1 - 1e-9) && (!isWhole || Number.isInteger(step));
  return [...factors, 10].map((factor) => tidy(factor * power)).find(isEnough) ?? 10 * power;
}

/** 0.30000000000000004 is 0.3. */
const tidy = (value: number) => Number(value.toPrecision(12));

/** 1, 2 or 5 times a power of ten, so that about `count` steps cover the range. */
export function niceStep(range: number, count: number): number {
  return roundStep(range / count, plainFactors);
}

/** The multiples of a step from `min` to `max`. */
export function ticksWithin(min: number, max: number, step: number): readonly number[] {
  return multiples(Math.ceil(min / step - 1e-9), Math.floor(max / step + 1e-9), step);
}

/** Round steps that reach over `min` and `max`, about `count` of them. */
export function ticksBetween(min: number, max: number, count = 4): readonly number[] {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return [0, 1];
  // One value alone, or none: a step around it, so that there is something to draw in.
  const span = max > min ? max - min : Math.abs(max) || 1;
  const step = roundStep(span / Math.max(1, count), quarterFactors);
  return multiples(Math.floor(min / step + 1e-9), Math.ceil((max > min ? max : min + span) / step - 1e-9), step);
}

function multiples(first: number, last: number, step: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => tidy((first + index) * step));
}

/** As many digits as the steps differ by: `0.15`, `1,200`. */
export function tickText(value: number, ticks: readonly number[]): string {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1;
  const exponent = Math.floor(Math.log10(step) + 1e-9);
  const digits = Math.max(0, Math.min(6, -exponent));
  const needed = Number((step * 10 ** digits).toFixed(6)) % 1 === 0 ? digits : digits + 1;
  return formatNumber(value, { minimumFractionDigits: needed, maximumFractionDigits: needed });
}

interface CountAxis {
  readonly top: number;
  /** Positions of the grid lines from the top down; whole numbers, because executions are counted. */
  readonly ticks: readonly number[];
}

/** Axis for counts: the maximum is at least 9.9; above that it is four round steps. */
export function countAxis(highest: number): CountAxis {
  if (highest <= 9.9) return { top: 9.9, ticks: [9, 6, 3, 0] };
  const step = roundStep(highest / 4, countFactors, true);
  return { top: step * 4, ticks: [4, 3, 2, 1, 0].map((steps) => steps * step) };
}
