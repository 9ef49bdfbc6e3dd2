import { formatNumber } from "@airlock/flow/locale";
import { scaleLinear } from "../../../parts/charts/scale.ts";
import { niceStep, ticksWithin, type Tick } from "../../../parts/charts/ticks.ts";

/** Places values between 0 and a length. */
export interface Scale {
  /** Undefined for values without a position: a missing value, or one not above zero on a log scale. */
  readonly place: (value: number | string | null) => number | undefined;
  readonly ticks: readonly Tick[];
  /** How wide the place of a value is, where each has its own. */
  readonly band?: number;
}

const plain = { maximumSignificantDigits: 6 };
const short = { maximumSignificantDigits: 4 };
/** The compact notation of many locales is too wide for an axis, and British English has `m`, which reads as metres or milli. */
const suffixes = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
] as const;

/** `2,000`, `0.25`, `1.2M`: never wider than an axis has room for. */
export function valueText(value: number): string {
  const suffix = suffixes.find(([from]) => Math.abs(value) >= from);
  return suffix === undefined ? formatNumber(value, plain) : `${formatNumber(value / suffix[0], short)}${suffix[1]}`;
}

/** Room at both ends, so that no mark lies on the frame. */
const margin = 0.04;

export function linearScale(min: number, max: number, length: number, pixelsPerTick = 90): Scale {
  const spread = max - min || Math.abs(max) || 1;
  return scaleBetween(min - spread * margin, max + spread * margin, length, pixelsPerTick);
}

/** Along the height of bars: they begin at 0, which is on the frame unless some are below it. Counts have whole ticks. */
export function barScale(min: number, max: number, length: number, isWhole: boolean): Scale {
  const [low, high] = [Math.min(0, min), Math.max(0, max)];
  const spread = high - low || 1;
  const top = high > 0 || low === 0 ? high + spread * margin : 0;
  return scaleBetween(low < 0 ? low - spread * margin : 0, top, length, 90, isWhole ? 1 : 0);
}

function scaleBetween(from: number, to: number, length: number, pixelsPerTick: number, leastStep = 0): Scale {
  const place = scaleLinear([from, to], [0, length]);
  const step = Math.max(leastStep, niceStep(to - from, Math.max(3, Math.round(length / pixelsPerTick))));
  const ticks = ticksWithin(from, to, step).map((value) => ({ at: place(value), text: valueText(value) }));
  return { place: (value) => (typeof value === "number" && Number.isFinite(value) ? place(value) : undefined), ticks };
}

/** `min` is the smallest value above zero. */
export function logScale(min: number, max: number, length: number): Scale {
  const [low, high] = [Math.log10(min), Math.log10(Math.max(max, min))];
  const spread = high - low || 1;
  const [from, to] = [low - spread * margin, high + spread * margin];
  const placePower = scaleLinear([from, to], [0, length]);
  const place = (value: number) => placePower(Math.log10(value));
  const factors = spread > 3 ? [1] : [1, 2, 5];
  const ticks: Tick[] = [];
  for (let power = Math.floor(from); power <= Math.ceil(to); power += 1) {
    for (const factor of factors) {
      const value = Number((factor * 10 ** power).toPrecision(12));
      const at = place(value);
      if (at >= 0 && at <= length) ticks.push({ at, text: valueText(value) });
    }
  }
  return { place: (value) => (typeof value === "number" && value > 0 ? place(value) : undefined), ticks };
}

export const missing = "missing";

/** Of the font that ticks are written in, on average. */
const letterWidth = 6.6;
/** Room for a word that can still be recognised. */
const narrowest = 56;

function cut(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}

/** A place for each value, in their order. */
export function bandScale(
  values: readonly (number | string | null)[],
  length: number,
  shown: (value: string) => string = (value) => value,
  isAcross = false,
): Scale {
  const band = length / Math.max(1, values.length);
  const places = new Map(values.map((value, index) => [value, band * (index + 0.5)]));
  // Labels must not overlap: of many values only every n-th is written, and along X a long one is cut.
  const every = Math.max(1, Math.ceil((isAcross ? narrowest : 18) / band));
  const letters = isAcross ? Math.max(1, Math.floor((band * every) / letterWidth) - 1) : Number.POSITIVE_INFINITY;
  return {
    place: (value) => places.get(value),
    band,
    ticks: [...places].flatMap(([value, at], index) => {
      if (index % every !== 0) return [];
      const text = value === null ? missing : typeof value === "number" ? valueText(value) : shown(value);
      return [{ at, text: cut(text, letters) }];
    }),
  };
}
