import { describe, expect, it } from "vitest";
import { delayMinutes, hoursTyped, schedulerDefaults, startOf, timeTyped } from "./scheduler-value.ts";

describe("the scheduler value", () => {
  it("is immediate, with 0 hours and 0 minutes, until someone says otherwise", () => {
    expect(schedulerDefaults).toEqual({ action: "immediate", delayedHours: "0", delayedMinutes: "0" });
    expect(startOf(schedulerDefaults)).toEqual({ action: "immediate", delayedHours: 0, delayedMinutes: 0 });
  });

  it("offers 0, 5, ... 55 minutes, and each option is a delay of its own minutes", () => {
    expect(delayMinutes).toEqual(["0", "5", "10", "15", "20", "25", "30", "35", "40", "45", "50", "55"]);
    for (const option of delayMinutes) {
      const start = startOf({ action: "delayed", delayedHours: "0", delayedMinutes: option });
      expect(start).toMatchObject({ delayedHours: 0, delayedMinutes: Number(option) });
    }
  });

  it("takes whole hours only", () => {
    expect(["", "0", "07", "24", " 3 ", "8760"].map(hoursTyped)).toEqual([0, 0, 7, 24, 3, 8760]);
    const wrong = ["1.5", "-1", "a", "1e3", "8761", "12345"];
    expect(wrong.map(hoursTyped)).toEqual(Array.from({ length: 6 }));
    expect(wrong.map((delayedHours) => startOf({ action: "delayed", delayedHours, delayedMinutes: "0" }))).toEqual(
      Array.from({ length: 6 }),
    );
  });

  it("has a time of a day with hours and minutes", () => {
    expect(["00:00", "7:05", " 23:59 "].map(timeTyped)).toEqual(["00:00", "07:05", "23:59"]);
    expect(["", "24:00", "12:60", "12", "12:5", "noon", "1200"].map(timeTyped)).toEqual(Array.from({ length: 7 }));
  });

  it("forgets hours and minutes that are not shown", () => {
    expect(startOf({ action: "immediate", delayedHours: "3", delayedMinutes: "20" })).toEqual({
      action: "immediate",
      delayedHours: 0,
      delayedMinutes: 0,
    });
    expect(startOf({ action: "delayed", delayedHours: "3", delayedMinutes: "20" })).toMatchObject({ delayedHours: 3, delayedMinutes: 20 });
    expect(startOf({ action: "delayed", delayedHours: "", delayedMinutes: "30" })).toMatchObject({ delayedHours: 0, delayedMinutes: 30 });
  });
});
