import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timeTicks } from "./time-ticks.ts";

beforeEach(() => {
  vi.stubEnv("TZ", "Europe/Amsterdam");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const at = (text: string): number => new Date(text).getTime();
const local = (ticks: readonly number[]) => ticks.map((one) => `${new Date(one).getDate()} ${new Date(one).getHours()}:00`);

test("days begin at midnight, also after the clocks have changed", () => {
  // Summer time ended on Sunday 25 October 2026, a day of 25 hours, and began on Sunday 29 March, one of 23.
  expect(local(timeTicks(at("2026-10-23T10:00:00"), at("2026-10-28T10:00:00")))).toEqual([
    "24 0:00",
    "25 0:00",
    "26 0:00",
    "27 0:00",
    "28 0:00",
  ]);
  expect(local(timeTicks(at("2026-03-27T10:00:00"), at("2026-04-01T10:00:00")))).toEqual([
    "28 0:00",
    "29 0:00",
    "30 0:00",
    "31 0:00",
    "1 0:00",
  ]);
});

test("a long time has every n-th day, a short one hours or minutes", () => {
  expect(local(timeTicks(at("2026-10-01T00:00:00"), at("2026-10-31T00:00:00")))).toEqual([
    "1 0:00",
    "5 0:00",
    "9 0:00",
    "13 0:00",
    "17 0:00",
    "21 0:00",
    "25 0:00",
    "29 0:00",
  ]);
  const start = at("2026-10-01T00:00:00");
  expect(timeTicks(start, start + 3_600_000).map((one) => (one - start) / 60_000)).toEqual([0, 10, 20, 30, 40, 50]);
});
