import { expect, test } from "vitest";
import { createRandom } from "../../tests/support/random.ts";
import { officeHours, shoppingHours, timesOf, weightOf } from "./rhythm.ts";

// A Monday.
const from = Date.UTC(2026, 9, 19);
const day = 86_400_000;
const twoWeeks = { from, to: from + 14 * day };

function perDay(times: readonly number[]): readonly number[] {
  const counts = Array.from({ length: 14 }, () => 0);
  for (const time of times) {
    const at = Math.floor((time - from) / day);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

test("calls are in order, inside their span, and the same for the same seed", () => {
  const times = timesOf(officeHours, 5_000, twoWeeks, createRandom(7));
  expect(times).toHaveLength(5_000);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(from);
  expect(times.at(-1)).toBeLessThan(twoWeeks.to);
  expect(timesOf(officeHours, 5_000, twoWeeks, createRandom(7))).toEqual(times);
});

test("a weekend and a night have fewer calls than a working day", () => {
  const times = timesOf(officeHours, 20_000, twoWeeks, createRandom(7));
  const [monday = 0, , , , , saturday = 0] = perDay(times);
  expect(saturday).toBeGreaterThan(0.2 * monday);
  expect(saturday).toBeLessThan(0.5 * monday);
  const inHours = (first: number, last: number) =>
    times.filter((time) => new Date(time).getUTCHours() >= first && new Date(time).getUTCHours() < last).length;
  expect(inHours(0, 6) * 20).toBeLessThan(inHours(9, 15));
});

test("a span has the share of calls that its part of the week has", () => {
  const [all, weekend] = [weightOf(shoppingHours, twoWeeks), weightOf(shoppingHours, { from: from + 5 * day, to: from + 7 * day })];
  expect(weekend / all).toBeCloseTo(2.4 / (2 * (5 + 2.4)), 5);
  expect(weightOf(shoppingHours, { from, to: from })).toBe(0);
});
