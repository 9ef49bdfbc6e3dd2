import { expect, test } from "vitest";
import { frameOf, quietText, spanText, withEdge } from "./heat-frame.ts";

const hour = 3_600_000;
const at = (text: string) => new Date(text).getTime();
const now = at("2026-11-14T14:20:00");

test("a frame is whole bars, the last of which holds this moment", () => {
  const week = frameOf("WEEK", now, { start: 0, end: 0 });
  expect(week).toMatchObject({ gran: "PT3H", per: "per 3 hours", end: week.start + 168 * hour });
  expect(week.end).toBeGreaterThanOrEqual(now);
  expect(week.end - now).toBeLessThan(3 * hour);
  expect(frameOf("DAY", now, { start: 0, end: 0 })).toMatchObject({ gran: "PT1H" });
  expect(frameOf("HOUR", now, { start: 0, end: 0 })).toMatchObject({ gran: "PT1M" });
  const custom = frameOf("CUSTOM", now, { start: at("2026-01-03T05:00:00Z"), end: at("2026-10-01T00:00:00Z") });
  expect((custom.end - custom.start) / custom.barMillis).toBeLessThanOrEqual(81);
  expect([custom.start <= at("2026-01-03T05:00:00Z"), custom.end >= at("2026-10-01T00:00:00Z")]).toEqual([true, true]);
});

test("a span is shown in the user's time zone", () => {
  expect(spanText({ start: at("2026-11-08T00:00:00"), end: at("2026-11-15T00:00:00") })).toBe("8 to 14 Nov 2026");
  expect(spanText({ start: at("2026-10-28T00:00:00"), end: at("2026-11-15T00:00:00") })).toBe("28 Oct to 14 Nov 2026");
  expect(spanText({ start: at("2026-11-14T10:00:00"), end: at("2026-11-14T11:00:00") })).toBe("14 Nov 2026, 10:00 to 11:00");
  expect(quietText({ start: 0, end: 168 * hour })).toBe("no executions in 7 days");
  expect(quietText({ start: 0, end: 3 * hour })).toBe("no executions in 3 hours");
  expect(quietText({ start: 0, end: hour / 60 })).toBe("no executions in 1 minute");
});

test("an edge stays inside the frame, on a bar's border and a bar away from the other", () => {
  const frame = { start: 0, end: 10 * hour, gran: "PT1H", barMillis: hour, per: "per hour" };
  const whole = { start: 0, end: 10 * hour };
  expect(withEdge(frame, whole, "start", 2.4 * hour)).toEqual({ start: 2 * hour, end: 10 * hour });
  expect(withEdge(frame, whole, "start", 99 * hour)).toEqual({ start: 9 * hour, end: 10 * hour });
  expect(withEdge(frame, whole, "end", -hour)).toEqual({ start: 0, end: hour });
  expect(withEdge(frame, whole, "end", 99 * hour)).toEqual(whole);
});
