import { describe, expect, it } from "vitest";
import { barsOf, defaultSpan, periodText, ticksOf, usageQuery } from "./usage-range.ts";

const now = Date.parse("2026-11-14T13:05:30Z");
const span = defaultSpan(now);

describe("the query of a range", () => {
  it("covers an hour by the minute, this minute included", () => {
    expect(usageQuery("HOUR", now, span)).toEqual({ start: "2026-11-14T12:06:00.000Z", end: "2026-11-14T13:06:00.000Z", gran: "minute" });
  });
  it("covers a day by the hour", () => {
    expect(usageQuery("DAY", now, span)).toEqual({ start: "2026-11-13T14:00:00.000Z", end: "2026-11-14T14:00:00.000Z", gran: "hour" });
  });
  it("covers a week by quarters of a day", () => {
    expect(usageQuery("WEEK", now, span)).toEqual({
      start: "2026-11-07T18:00:00.000Z",
      end: "2026-11-14T18:00:00.000Z",
      gran: "quarter-day",
    });
  });
  it("starts a custom range 168 hours back", () => {
    expect(usageQuery("CUSTOM", now, span)).toEqual({
      start: "2026-11-07T13:05:30.000Z",
      end: "2026-11-14T13:05:30.000Z",
      gran: "quarter-day",
    });
    expect(periodText(3, "CUSTOM", span)).toBe("executions in 168 hours");
    expect(periodText(1, "DAY", span)).toBe("execution in 1 day, per hour");
  });
  it("keeps the bars of a custom range few enough to see", () => {
    const hours = (count: number) => usageQuery("CUSTOM", now, { start: now - count * 3_600_000, end: now }).gran;
    expect([hours(1), hours(24), hours(240), hours(2000)]).toEqual(["minute", "hour", "quarter-day", "day"]);
  });
});

describe("bars", () => {
  it("are in chronological order, each as long as its granularity", () => {
    const bars = barsOf({ "2026-11-14T09:00:00Z": 2, "2026-11-14T08:00:00Z": 5 }, "hour");
    expect(bars.map((bar) => [bar.start.toISOString(), bar.end.toISOString(), bar.count])).toEqual([
      ["2026-11-14T08:00:00.000Z", "2026-11-14T09:00:00.000Z", 5],
      ["2026-11-14T09:00:00.000Z", "2026-11-14T10:00:00.000Z", 2],
    ]);
  });
  it("have at most eight labels", () => {
    const hourly = (count: number) =>
      barsOf(Object.fromEntries(Array.from({ length: count }, (_, hour) => [new Date(now + hour * 3_600_000).toISOString(), 1])), "hour");
    expect(ticksOf(hourly(24), "hour").map((tick) => tick.index)).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
    expect(ticksOf(hourly(72), "hour").length).toBeLessThanOrEqual(8);
    expect(ticksOf([], "hour")).toEqual([]);
  });
});
