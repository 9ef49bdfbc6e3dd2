import { expect, test } from "vitest";
import { requestedTimes, shownWhen, whenWords } from "./requests-range.ts";

const now = Date.parse("2026-11-16T14:04:30Z");

test("without a choice it is the last 24 hours, hour by hour", () => {
  expect(shownWhen({})).toEqual({ span: "day" });
  expect(requestedTimes({}, now)).toEqual({
    list: { from: "2026-11-15T14:04:00.000Z", to: undefined },
    chart: { start: "2026-11-15T14:04:00.000Z", end: "2026-11-16T14:04:30.000Z", gran: "hour" },
  });
  expect(whenWords({}, undefined)).toBe("in the last 24 hours");
});

test("everything is what is stored: 30 days", () => {
  const { list, chart } = requestedTimes({ span: "all" }, now);
  expect(list).toEqual({ from: undefined, to: undefined });
  expect(chart).toMatchObject({ start: "2026-10-17T14:04:30.000Z", gran: "quarter-day" });
  expect(whenWords({ span: "all" }, undefined)).toBe("in the last 30 days");
});

test("times of one's own are taken as they are, and a time that is none is left out", () => {
  const times = { from: "2026-11-16T12:00:00.000Z", to: "2026-11-16T13:00:00.000Z" };
  expect(requestedTimes(times, now)).toEqual({ list: times, chart: { start: times.from, end: times.to, gran: "minute" } });
  expect(requestedTimes({ from: "noon" }, now).list).toEqual({ from: undefined, to: undefined });
  // An end before the beginning still makes a chart.
  expect(requestedTimes({ from: times.to, to: times.from }, now).chart).toMatchObject({ end: times.from, gran: "minute" });
});
