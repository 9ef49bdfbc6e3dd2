/** 1/15!, 1/14! ... 1/2!, highest first. */
const terms = [
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
const [ln2High, ln2Low, ln2Inverse] = [0.6931471803691238, 1.9082149292705877e-10, 1.4426950408889634];
const rounder = 1.5 * 2 ** 52;
/** Beyond this, a probability is 0 or 1 to more digits than a double has. */
const furthest = 700;

/**
 * e to the power y, by plain double operations in a fixed order: `Math.exp` may differ in the last bit between engines, and a score must be the same
 * in the database as here.
 */
export function exponential(y: number): number {
  const within = y > furthest ? furthest : y < -furthest ? -furthest : y;
  const n = within * ln2Inverse + rounder - rounder;
  const r = within - n * ln2High - n * ln2Low;
  let tail = 0;
  for (const term of terms) tail = (tail + term) * r;
  return (1 + (r + r * tail)) * 2 ** n;
}
