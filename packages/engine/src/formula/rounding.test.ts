import { expect, test } from "vitest";
import { roundFloat, type RoundingMode } from "./rounding.ts";

/** A number of `1e-12`, rounded to a multiple of `group` by whole numbers only. */
function rounded(units: bigint, group: bigint, mode: RoundingMode): bigint {
  const [magnitude, sign] = units < 0n ? [-units, -1n] : [units, 1n];
  const [below, rest] = [magnitude / group, magnitude % group];
  const isHalf = rest * 2n === group;
  const isUp = {
    round: rest * 2n >= group,
    roundHalfEven: rest * 2n > group || (isHalf && below % 2n === 1n),
    roundUp: rest > 0n,
    roundDown: false,
  }[mode];
  return sign * (isUp ? below + 1n : below) * group;
}

const modes = ["round", "roundHalfEven", "roundUp", "roundDown"] as const;
const scale = 10n ** 12n;

test.each(modes)("[FO11] %s is exact for every number of digits, at halves and beside them", (mode) => {
  for (let digits = 0; digits <= 12; digits += 1) {
    const group = 10n ** BigInt(12 - digits);
    for (const whole of [0n, 1n, 2n, 7n, 99n]) {
      for (const part of [0n, 1n, group / 2n - 1n, group / 2n, group / 2n + 1n, group - 1n]) {
        for (const sign of [1n, -1n]) {
          const units = sign * (whole * group + (part < 0n ? 0n : part));
          // Below 1,000 a Float has 12 places, so that `units` is a Float in form.
          if (units >= 1000n * scale || units <= -1000n * scale) continue;
          const found = roundFloat(Number(units) / 1e12, digits, mode);
          expect(found, `${units}e-12 to ${digits} digits`).toBe(Number(rounded(units, group, mode)) / 1e12 + 0);
        }
      }
    }
  }
});

test.each([
  [1_000.5, 0, "round", 1_001],
  [999.5, 0, "round", 1_000],
  [12_345.678_95, 4, "round", 12_345.679],
  [123_456_789.125, 2, "round", 123_456_789.13],
  [123_456_789.125, 2, "roundHalfEven", 123_456_789.12],
  [-123_456_789.125, 2, "roundUp", -123_456_789.13],
  [99_999_999_999_999.5, 0, "round", 100_000_000_000_000],
  [99_999_999_999_999.5, 1, "round", 99_999_999_999_999.5],
  [1_000.000_000_000_01, 11, "roundDown", 1_000.000_000_000_01],
] as const)("[FO11] %s to %s digits by %s: fewer places from 1,000 on", (x, digits, mode, wanted) => {
  expect(roundFloat(x, digits, mode)).toBe(wanted);
});
