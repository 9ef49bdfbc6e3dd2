/**
 * The number rule: a Float is a decimal of at most 15 significant digits, at most 12 of them after the point, stored as the nearest double.
 * After every operation the result is normalised to that form with IEEE + - * / and comparisons alone, so that any back end that has those
 * computes the same bits. NaN represents an error, or a missing operand.
 *
 * Rules [NU1] to [NU12] of SPEC.md.
 */

/** 1.5 * 2^52: adding and subtracting it rounds to the nearest integer, half to even, and turns -0 into 0. */
export const rounder = 6755399441055744;
export const largestInteger = 9007199254740991;
/** Whole exponents below this are computed by square-and-multiply. */
export const powerBound = 1024;

/**
 * Normalises `x`; `m` is |x| for an input, a product or a quotient and |a| + |b| for a sum or a difference. The constants are written out
 * and magnitudes are tested in groups of three, so that the function is small enough for V8 to inline it. Numbers then stay in registers; a
 * call would box each of them.
 */
export function normalise(x: number, m: number): number {
  if (m < 1e3) return (x * 1e12 + 6755399441055744 - 6755399441055744) / 1e12;
  if (!(m < 1e9)) return normaliseHuge(x, m);
  const k = m < 1e6 ? (m < 1e4 ? 1e11 : m < 1e5 ? 1e10 : 1e9) : m < 1e7 ? 1e8 : m < 1e8 ? 1e7 : 1e6;
  return (x * k + 6755399441055744 - 6755399441055744) / k;
}

function normaliseHuge(x: number, m: number): number {
  // From here on rounding would reach 1e15, which is no Float.
  if (!(m < 999999999999999.5)) return NaN;
  const k = m < 1e12 ? (m < 1e10 ? 1e5 : m < 1e11 ? 1e4 : 1e3) : m < 1e13 ? 1e2 : m < 1e14 ? 10 : 1;
  return (x * k + rounder - rounder) / k;
}

export function toFloat(x: number): number {
  return normalise(x, Math.abs(x));
}

export function addFloat(a: number, b: number): number {
  return normalise(a + b, Math.abs(a) + Math.abs(b));
}

/** The smallest double above a normalised number. The distance is at most 2^-52 of the number and at least half of that. */
export function nextUp(x: number): number {
  const step = x === 0 ? Number.MIN_VALUE : Math.abs(x) * 1.1102230246251565e-16;
  return x + step > x ? x + step : x + step * 2;
}

/** Square-and-multiply in fixed order, not normalised: `n` is an integer, 0 <= n < 1024. */
export function wholePower(a: number, n: number): number {
  let result = 1;
  let base = a;
  let rest = n;
  while (rest > 0) {
    if (rest % 2 === 1) result *= base;
    rest = Math.floor(rest / 2);
    if (rest > 0) base *= base;
  }
  return result;
}

/** a ^ b of rule [NU9]; NaN if it has no result. */
export function powerFloat(a: number, b: number): number {
  if (a !== a || b !== b) return NaN;
  if (Number.isInteger(b) && b < powerBound && b > -powerBound) {
    const x = b >= 0 ? wholePower(a, b) : 1 / wholePower(a, -b);
    return normalise(x, Math.abs(x));
  }
  if (a < 0) return NaN;
  if (a === 0) return b > 0 ? 0 : NaN;
  return b === 0.5 ? toFloat(Math.sqrt(a)) : seriesPower(a, b);
}

export const ln2High = 0.69314718036912381649;
export const ln2Low = 1.90821492927058770002e-10;
export const ln2Inverse = 1.4426950408889634;
export const rootHalf = 0.7071067811865476;
/** 2/23, 2/21 ... 2/3: the terms of the logarithm's series after the first, highest first. */
export const lnTerms = [2 / 23, 2 / 21, 2 / 19, 2 / 17, 2 / 15, 2 / 13, 2 / 11, 2 / 9, 2 / 7, 2 / 5, 2 / 3];
/** 1/15!, 1/14! ... 1/2!: the exponential's series from the third term, highest first. */
export const expTerms = [
  1 / 1307674368000,
  1 / 87178291200,
  1 / 6227020800,
  1 / 479001600,
  1 / 39916800,
  1 / 3628800,
  1 / 362880,
  1 / 40320,
  1 / 5040,
  1 / 720,
  1 / 120,
  1 / 24,
  1 / 6,
  1 / 2,
];

/** 2^n by doubling and halving, which is exact; `Math.pow` need not be. */
function twoTo(n: number): number {
  let power = 1;
  for (let i = 0; i < n; i += 1) power *= 2;
  for (let i = 0; i > n; i -= 1) power /= 2;
  return power;
}

/** All other powers of a positive number, to 12 significant digits, by our own series: `Math.pow` differs between engines. */
function seriesPower(a: number, b: number): number {
  const y = b * naturalLog(a);
  if (y > 35) return NaN;
  if (y < -29) return 0;
  return roundTo12Digits(exponential(y));
}

/** a = m * 2^e with m from rootHalf to twice that; every step is a multiplication by two or a half and so exact. */
function naturalLog(a: number): number {
  let m = a;
  let e = 0;
  for (; m >= 2 * rootHalf; e += 1) m /= 2;
  for (; m < rootHalf; e -= 1) m *= 2;
  const s = (m - 1) / (m + 1);
  const square = s * s;
  let tail = 0;
  for (const term of lnTerms) tail = (tail + term) * square;
  return e * ln2High + (e * ln2Low + (2 * s + s * tail));
}

function exponential(y: number): number {
  const n = y * ln2Inverse + rounder - rounder;
  const r = y - n * ln2High - n * ln2Low;
  let tail = 0;
  for (const term of expTerms) tail = (tail + term) * r;
  return (1 + (r + r * tail)) * twoTo(n);
}

export const stepsTo12Digits = [1e12, 1e11, 1e10, 1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 10, 1];

function roundTo12Digits(x: number): number {
  let bound = 1;
  for (const k of stepsTo12Digits) {
    if (x < bound) return (x * k + rounder - rounder) / k;
    bound *= 10;
  }
  if (x < 1e13) return (x / 10 + rounder - rounder) * 10;
  if (x < 1e14) return (x / 100 + rounder - rounder) * 100;
  if (x < 999999999999500) return (x / 1000 + rounder - rounder) * 1000;
  return NaN;
}
