import type { DatasourceColumn, PredictionAnalytics } from "@airlock/contract";
import { describe, expect, it } from "vitest";
import { analyticsFor, columnsFor, whyNotStart, windowTyped, withoutWindow, withWindow } from "./analytics.ts";

const events: readonly DatasourceColumn[] = [
  { key: "c0", name: "happened_at", type: "STRING" },
  { key: "c1", name: "customer_id", type: "STRING" },
  { key: "c2", name: "event", type: "STRING" },
  { key: "c3", name: "amount", type: "FLOAT" },
  { key: "c4", name: "channel", type: "STRING" },
];
const unset: PredictionAnalytics = {
  personColumn: "",
  timeColumn: "",
  eventColumn: "",
  amountColumn: null,
  target: "",
  horizonDays: 30,
  windows: [7, 30, 90],
};

describe("what is read of an events datasource", () => {
  it("is guessed by the names of its columns", () => {
    expect(analyticsFor(events, unset, [])).toEqual({
      ...unset,
      timeColumn: "c0",
      personColumn: "c1",
      eventColumn: "c2",
      amountColumn: "c3",
    });
    const plain = events.map((column, at) => ({ ...column, name: `column ${at}` }));
    expect(analyticsFor(plain, unset, [])).toEqual(unset);
  });

  it("keeps what was chosen where the next datasource has a column of that name", () => {
    const chosen = { ...unset, personColumn: "c4", timeColumn: "c0", eventColumn: "c2", target: "purchase", horizonDays: 60 };
    const moved = events.map((column, at) => ({ ...column, key: `c${4 - at}` }));
    expect(analyticsFor(moved, chosen, events)).toEqual({
      ...chosen,
      personColumn: "c0",
      timeColumn: "c4",
      eventColumn: "c2",
      amountColumn: "c1",
    });
    expect(analyticsFor([], chosen, events)).toEqual({ ...unset, horizonDays: 60 });
  });

  it("has a number for how much, and nothing else", () => {
    expect(columnsFor("amountColumn", events).map(({ key }) => key)).toEqual(["c3"]);
    expect(columnsFor("timeColumn", events)).toHaveLength(5);
  });

  it("is wanting until who, when, what and the target are chosen", () => {
    const whole = { ...analyticsFor(events, unset, []), target: "purchase" };
    expect(whyNotStart(whole, "d")).toBeUndefined();
    expect(whyNotStart(whole, null)).toBe("Choose an events datasource first");
    expect(whyNotStart({ ...whole, personColumn: "" }, "d")).toBe("Choose the person column");
    expect(whyNotStart({ ...whole, timeColumn: "" }, "d")).toBe("Choose the time column");
    expect(whyNotStart({ ...whole, eventColumn: "" }, "d")).toBe("Choose the event column");
    expect(whyNotStart({ ...whole, eventColumn: "c1" }, "d")).toBe("Choose three different columns for person, time and event");
    expect(whyNotStart({ ...whole, target: "" }, "d")).toBe("Choose the event to predict");
  });

  it("has one to six windows of whole days, in order", () => {
    expect(withWindow([7, 30], 14)).toEqual([7, 14, 30]);
    expect(withWindow([7, 30], 30)).toEqual([7, 30]);
    expect(withWindow([1, 2, 3, 4, 5, 6], 7)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(withoutWindow([7, 30], 7)).toEqual([30]);
    expect(withoutWindow([30], 30)).toEqual([30]);
    expect(["1", " 90 ", "3650"].map(windowTyped)).toEqual([1, 90, 3650]);
    expect(["", "0", "3651", "1.5", "-1", "a"].map(windowTyped)).toEqual(Array.from({ length: 6 }));
  });
});
