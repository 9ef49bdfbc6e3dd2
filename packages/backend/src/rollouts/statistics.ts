/** Formulas for comparing two proportions; docs/rollouts.md explains when each is used. */

/** Quantiles of the standard normal distribution: two-sided 95%, and 80% power. */
const z95 = 1.959963984540054;
const z80 = 0.8416212335729143;
export const significance = 0.05;

export interface Proportion {
  readonly count: number;
  readonly of: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export function shareOf({ count, of }: Proportion): number {
  return of === 0 ? 0 : count / of;
}

/** Wilson's score interval at 95%. Without observations it is [0, 1]. */
export function wilson(proportion: Proportion): Interval {
  const { of } = proportion;
  if (of === 0) return { low: 0, high: 1 };
  const p = shareOf(proportion);
  const square = z95 * z95;
  const middle = p + square / (2 * of);
  const half = z95 * Math.sqrt((p * (1 - p)) / of + square / (4 * of * of));
  const whole = 1 + square / of;
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) };
}

/** Newcombe's hybrid score interval of the difference `a` minus `b` at 95% (his method 10). */
export function newcombe(a: Proportion, b: Proportion): Interval & { readonly difference: number } {
  const [p, q] = [shareOf(a), shareOf(b)];
  const [ofA, ofB] = [wilson(a), wilson(b)];
  const difference = p - q;
  return {
    difference,
    low: difference - Math.hypot(p - ofA.low, ofB.high - q),
    high: difference + Math.hypot(ofA.high - p, q - ofB.low),
  };
}

/** The two-sided p-value of the z test with the pooled proportion, which is the chi-squared test without continuity correction. */
export function twoProportionTest(a: Proportion, b: Proportion): number {
  if (a.of === 0 || b.of === 0) return 1;
  const pooled = (a.count + b.count) / (a.of + b.of);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of));
  return error === 0 ? 1 : complementaryError(Math.abs(shareOf(a) - shareOf(b)) / error / Math.SQRT2);
}

/**
 * The number of observations of both together to detect a difference like the one between `a` and `b` with 80% power at 5%, with their current split.
 * Undefined if there is no difference.
 */
export function neededObservations(a: Proportion, b: Proportion, zPower = z80): number | undefined {
  if (a.of === 0 || b.of === 0) return undefined;
  const [p, q] = [shareOf(a), shareOf(b)];
  if (p === q) return undefined;
  const ratio = a.of / b.of;
  const pooled = (q + ratio * p) / (1 + ratio);
  const ofB =
    ((z95 * Math.sqrt((1 + 1 / ratio) * pooled * (1 - pooled)) + zPower * Math.sqrt(q * (1 - q) + (p * (1 - p)) / ratio)) / (p - q)) ** 2;
  return Math.ceil(ofB * (1 + ratio));
}

/**
 * The population stability index of one distribution against another, over the values of either. A count of zero is replaced by half an observation.
 */
export function stabilityIndex(found: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): number {
  const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [ofFound, ofExpected] = [total(found), total(expected)];
  if (ofFound === 0 || ofExpected === 0) return 0;
  return [...new Set([...found.keys(), ...expected.keys()])].reduce((sum, value) => {
    const p = Math.max(found.get(value) ?? 0, 0.5) / ofFound;
    const q = Math.max(expected.get(value) ?? 0, 0.5) / ofExpected;
    return sum + (p - q) * Math.log(p / q);
  }, 0);
}

/** erfc for x >= 0: Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26; the error is at most 1.5e-7. */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.min(1, Math.max(0, polynomial * Math.exp(-x * x)));
}
