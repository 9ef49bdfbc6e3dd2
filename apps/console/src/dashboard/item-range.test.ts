import { expect, test } from "vitest";
import { rangeConfig, spanOf } from "./item-range.ts";

const now = Date.parse("2026-11-14T13:05:30Z");

test("a range that moves with the clock keeps no times", () => {
  expect(rangeConfig("DAY", { start: 1, end: 2 })).toEqual({ range: "DAY", granularity: "hour", start: "-", end: "-" });
  expect(rangeConfig("CUSTOM")).toEqual({ range: "CUSTOM", granularity: "quarter-day", start: "-", end: "-" });
});

test("a custom range that was set is kept and read back", () => {
  const span = { start: now - 3_600_000, end: now };
  const config = rangeConfig("CUSTOM", span);
  expect(config).toMatchObject({ granularity: "minute", start: "2026-11-14T12:05:30.000Z", end: "2026-11-14T13:05:30.000Z" });
  expect(spanOf(config, 0)).toEqual(span);
});

test("times that are none mean the last 168 hours", () => {
  expect(spanOf({ start: "-", end: "-" }, now)).toEqual({ start: now - 168 * 3_600_000, end: now });
  expect(spanOf({ start: "soon", end: "2026-11-14T13:05:30Z" }, now).end).toBe(now);
});
