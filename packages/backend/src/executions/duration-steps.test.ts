import { array, assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { quantileOf } from "./duration-steps.ts";

/** The same formula as `durationStep`. */
const stepOf = (micros: number) => Math.ceil(Math.log(Math.max(micros, 1)) / Math.log(1.05));

test("quantiles are within 2.5 % of the exact ones", () => {
  assert(
    property(array(integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 300 }), (durations) => {
      const steps = new Map<number, number>();
      for (const micros of durations) steps.set(stepOf(micros), (steps.get(stepOf(micros)) ?? 0) + 1);
      const sorted = durations.toSorted((one, other) => one - other);
      for (const quantile of [0.5, 0.95]) {
        const exact = sorted[Math.ceil(quantile * sorted.length) - 1] ?? 0;
        expect(Math.abs((quantileOf(steps, quantile) ?? 0) / exact - 1)).toBeLessThan(0.025);
      }
    }),
  );
});

test("there is no quantile without executions", () => {
  expect(quantileOf(new Map(), 0.95)).toBeUndefined();
});
