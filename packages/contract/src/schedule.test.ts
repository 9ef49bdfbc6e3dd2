import { describe, expect, test } from "vitest";
import { schedulerValue } from "./prediction-analytics.ts";
import { delayMillis, delayMinuteOptions, dueRuns, nextRun, type Schedule } from "./schedule.ts";

const daily = (time: string, zone: string): Schedule => ({ kind: "fixedTime", interval: 60, time, zone });
const every = (interval: number): Schedule => ({ kind: "interval", interval, time: "00:00", zone: "UTC" });
const at = (text: string): Date => new Date(text);
const next = (schedule: Schedule, after: string): string => nextRun(schedule, at(after), at("2020-01-01T00:00:00Z")).toISOString();

describe("the scheduler value", () => {
  test("there is an option for every five minutes of an hour", () => {
    expect([...delayMinuteOptions]).toEqual(Array.from({ length: 12 }, (_, step) => step * 5));
  });

  test.each(delayMinuteOptions.flatMap((minutes) => [0, 1, 7, 36].map((hours) => [hours, minutes] as const)))(
    "%i hours and %i minutes are just that",
    (delayedHours, delayedMinutes) => {
      const value = schedulerValue.parse({ action: "delayed", delayedHours, delayedMinutes });
      expect(delayMillis(value)).toBe(delayedHours * 3_600_000 + delayedMinutes * 60_000);
      expect(delayMillis({ ...value, action: "immediate" })).toBe(0);
    },
  );

  test("is immediate unless something else is said, and takes no other minutes", () => {
    expect(schedulerValue.parse({})).toEqual({ action: "immediate", delayedHours: 0, delayedMinutes: 0 });
    for (const delayedMinutes of [1, 60, -5, 2.5, "20"]) expect(schedulerValue.safeParse({ delayedMinutes }).success).toBe(false);
    for (const delayedHours of [-1, 1.5, "1"]) expect(schedulerValue.safeParse({ delayedHours }).success).toBe(false);
  });
});

describe("a fixed time", () => {
  test("is the next one on the clocks of its zone", () => {
    expect(next(daily("00:00", "UTC"), "2026-03-01T12:00:00Z")).toBe("2026-03-02T00:00:00.000Z");
    expect(next(daily("05:30", "Asia/Kolkata"), "2026-03-01T12:00:00Z")).toBe("2026-03-02T00:00:00.000Z");
    expect(next(daily("23:45", "America/New_York"), "2026-01-15T04:44:59.999Z")).toBe("2026-01-15T04:45:00.000Z");
  });

  test("that is now is over: the next is tomorrow's", () => {
    expect(next(daily("00:00", "UTC"), "2026-03-01T00:00:00Z")).toBe("2026-03-02T00:00:00.000Z");
  });

  test.each([
    // Clocks go from 2:00 to 3:00 (New York), from 1:00 to 2:00 (London), from 2:00 to 2:30 (Lord Howe).
    ["America/New_York", "02:30", "2026-03-08T00:00:00-05:00", "2026-03-08T03:30:00-04:00"],
    ["Europe/London", "01:30", "2026-03-29T00:00:00+00:00", "2026-03-29T02:30:00+01:00"],
    ["Australia/Lord_Howe", "02:15", "2026-10-04T00:00:00+10:30", "2026-10-04T02:45:00+11:00"],
  ])("that clocks skip in %s is as long after midnight as ever", (zone, time, after, expected) => {
    expect(next(daily(time, zone), after)).toBe(at(expected).toISOString());
  });

  test.each([
    ["America/New_York", "01:30", "2026-11-01T01:30:00-04:00", "2026-11-02T01:30:00-05:00"],
    ["Europe/London", "01:30", "2026-10-25T01:30:00+01:00", "2026-10-26T01:30:00+00:00"],
    ["Australia/Lord_Howe", "01:45", "2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30"],
  ])("that clocks show twice in %s is the first of both, once", (zone, time, first, after) => {
    const schedule = daily(time, zone);
    expect(next(schedule, new Date(at(first).getTime() - 1).toISOString())).toBe(at(first).toISOString());
    expect(next(schedule, first)).toBe(at(after).toISOString());
  });

  test("is not lost where a whole day is: Samoa had no 30 December 2011", () => {
    const schedule = daily("12:00", "Pacific/Apia");
    const runs = [at("2011-12-29T00:00:00Z")];
    for (let run = 0; run < 3; run += 1) runs.push(nextRun(schedule, runs.at(-1) ?? new Date(0), new Date(0)));
    expect(runs.slice(1).map((run) => run.toISOString())).toEqual([
      "2011-12-29T22:00:00.000Z",
      "2011-12-30T22:00:00.000Z",
      "2011-12-31T22:00:00.000Z",
    ]);
  });

  const zones = ["Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"];
  test.each(zones.flatMap((zone) => ["00:00", "01:30", "02:15", "02:30"].map((time) => [zone, time] as const)))(
    "in %s, %s is once on every day of four years",
    (zone, time) => {
      const schedule = daily(time, zone);
      // Another way to the same: the day and time that clocks show.
      const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
      const until = at("2028-01-01T00:00:00Z");
      const days: string[] = [];
      let otherTimes = 0;
      for (let run = nextRun(schedule, at("2024-01-01T12:00:00Z"), new Date(0)); run < until; run = nextRun(schedule, run, new Date(0))) {
        const [day = "", clock] = shown.format(run).split(" ");
        days.push(day);
        if (clock !== time) otherTimes += 1;
      }
      expect(new Set(days).size).toBe(days.length);
      const [first = "", last = ""] = [days[0], days.at(-1)];
      expect(days.length).toBe((Date.parse(last) - Date.parse(first)) / 86_400_000 + 1);
      // At most on the one day of a year when clocks go forward.
      expect(otherTimes).toBeLessThanOrEqual(4);
    },
  );
});

describe("an interval", () => {
  test("is counted from the first run, whatever clocks do and however long a run took", () => {
    expect(next(every(60), "2020-01-01T00:00:00Z")).toBe("2020-01-01T01:00:00.000Z");
    expect(next(every(60), "2026-03-08T07:59:59.999Z")).toBe("2026-03-08T08:00:00.000Z");
    expect(next(every(7), "2020-01-01T00:20:00Z")).toBe("2020-01-01T00:21:00.000Z");
    expect(next(every(60), "2019-12-31T12:00:00Z")).toBe("2020-01-01T00:00:00.000Z");
  });
});

describe("what is due", () => {
  const anchor = at("2026-01-01T00:00:00Z");
  const texts = (dates: readonly Date[]): readonly string[] => dates.map((date) => date.toISOString().slice(0, 16));

  test("is the one run, when none was missed", () => {
    const due = dueRuns(every(60), at("2026-01-01T05:00:00Z"), at("2026-01-01T05:00:03Z"), anchor, 10);
    expect([due.missed, due.missedCount, texts([due.planned, due.next])]).toEqual([[], 0, ["2026-01-01T05:00", "2026-01-01T06:00"]]);
  });

  test("is one run for all that were missed", () => {
    const due = dueRuns(every(60), at("2026-01-01T05:00:00Z"), at("2026-01-01T08:30:00Z"), anchor, 10);
    expect(texts(due.missed)).toEqual(["2026-01-01T05:00", "2026-01-01T06:00", "2026-01-01T07:00"]);
    expect(texts([due.planned, due.next])).toEqual(["2026-01-01T08:00", "2026-01-01T09:00"]);
  });

  test("names the latest of many, and counts them all", () => {
    const due = dueRuns(every(1), anchor, at("2026-03-02T00:00:30Z"), anchor, 3);
    expect([texts(due.missed), due.missedCount]).toEqual([["2026-03-01T23:57", "2026-03-01T23:58", "2026-03-01T23:59"], 60 * 24 * 60]);
    expect(texts([due.planned, due.next])).toEqual(["2026-03-02T00:00", "2026-03-02T00:01"]);
    const days = dueRuns(daily("02:30", "Europe/London"), at("2026-03-27T02:30:00Z"), at("2026-03-31T12:00:00Z"), anchor, 3);
    expect([texts(days.missed), days.missedCount]).toEqual([["2026-03-28T02:30", "2026-03-29T01:30", "2026-03-30T01:30"].slice(0, 3), 4]);
    expect(texts([days.planned])).toEqual(["2026-03-31T01:30"]);
  });
});
