import { describe, expect, it } from "vitest";
import { addFloat, normalise, nextUp, powerFloat, toFloat, wholePower } from "./number.ts";

describe("the number rule", () => {
  it("[NU2] normalising is idempotent", () => {
    for (const x of [0, 0.1, 1 / 3, 999.9999999999995, 1000.0000000000013, 123456.789, 1e14 / 3, 999999999999999.4, -2 / 3]) {
      expect(toFloat(toFloat(x))).toBe(toFloat(x));
    }
    expect(normalise(5, NaN)).toBeNaN();
    expect(normalise(5, Infinity)).toBeNaN();
  });

  it("[NU3] [NU4] [NU5] returns the expected decimals", () => {
    expect([addFloat(0.1, 0.2), addFloat(1000000.1, -1000000), toFloat(1000.1 * 0.3), toFloat(1 / 8)]).toEqual([0.3, 0.1, 300.03, 0.125]);
    expect(toFloat(1 / 0)).toBeNaN();
  });

  it("[NU9] multiplies in fixed order", () => {
    expect([wholePower(3, 0), wholePower(3, 1), wholePower(3, 5), wholePower(-2, 3), wholePower(2, 1023)]).toEqual([
      1,
      3,
      243,
      -8,
      2 ** 1023,
    ]);
    expect(powerFloat(NaN, 2)).toBeNaN();
    expect(powerFloat(2, NaN)).toBeNaN();
  });

  it("[SC1] the next number up is the very next double", () => {
    for (const x of [0, 1, -1, 2, -2, 0.1, -0.1, 1e-12, -1e-12, 3, 1000, -1024, 999999999999999]) {
      const next = nextUp(x);
      expect(next).toBeGreaterThan(x);
      // There is no double in between: the mean of the two rounds to one of them.
      expect([x, next]).toContain(x === 0 ? x : x / 2 + next / 2);
    }
  });
});
