import { describe, expect, it } from "vitest";
import type { DriftDay, DriftFields } from "@airlock/contract";
import {
  barShare,
  barTop,
  columnsOf,
  daysBetween,
  dayText,
  driftRange,
  driftSentence,
  psiText,
  stepOf,
  thresholdTyped,
} from "./drift-view.ts";

const seen = (column: string, day: string, psi: number | null, of: DriftDay["of"] = "column"): DriftDay => ({
  day,
  of,
  column,
  psi,
  missingRate: 0,
  trainingMissingRate: 0,
  unseenShare: 0,
  count: 100,
  enough: true,
});
type Sample = Pick<DriftFields, "days" | "columns" | "drift" | "threshold">;

describe("drift", () => {
  const sample: Sample = {
    threshold: 0.2,
    drift: { state: "drifting", since: "2026-11-14T00:00:00Z", columns: ["bureau_score", "employment"], score: false },
    columns: [],
    days: [
      seen("age", "2026-11-15", 0.02),
      seen("bureau_score", "2026-11-14", 0.6),
      seen("bureau_score", "2026-11-15", 0.41),
      seen("employment", "2026-11-15", 0.3),
      seen("employment", "2026-11-14", 0.1),
      seen("score", "2026-11-15", 0.9),
      seen("score", "2026-11-15", 0.05, "score"),
      seen("region", "2026-11-15", null),
    ],
  };

  it("is reported by column, the scores first, then the furthest on their last day", () => {
    const columns = columnsOf(sample);
    expect(columns.map(({ name, isScore, isDrifting }) => [name, isScore, isDrifting])).toEqual([
      ["score", true, false],
      // A column may be called so, too.
      ["score", false, false],
      ["bureau_score", false, true],
      ["employment", false, true],
      ["age", false, false],
      ["region", false, false],
    ]);
    expect(columns[2]).toMatchObject({ worst: 0.6, latest: { day: "2026-11-15", psi: 0.41 } });
    expect(columns[3]?.days.map(({ day }) => day)).toEqual(["2026-11-14", "2026-11-15"]);
    expect(new Set(columns.map(({ id }) => id)).size).toBe(6);
  });

  it("is measured on the last day that has enough decisions, if there is one", () => {
    const few = { ...seen("age", "2026-11-16", 0.8), count: 3, enough: false };
    expect(columnsOf({ ...sample, days: [...sample.days, few] }).find(({ name }) => name === "age")?.latest.day).toBe("2026-11-15");
    expect(columnsOf({ ...sample, days: [few] })[0]?.latest.day).toBe("2026-11-16");
  });

  it("is drawn in steps of the threshold", () => {
    expect([0, 0.049, 0.05, 0.12, 0.199, 0.2, 0.399, 0.4, 3].map((psi) => stepOf(psi, 0.2))).toEqual([0, 0, 1, 2, 2, 3, 3, 4, 4]);
    expect(stepOf(null, 0.2)).toBe(0);
  });

  it("is one sentence", () => {
    const steady: DriftFields["drift"] = { ...sample.drift, state: "steady", columns: [] };
    expect(driftSentence([], sample)).toBe("No decision has used this model in this period.");
    expect(driftSentence(columnsOf({ ...sample, drift: steady }), { ...sample, drift: steady })).toBe(
      "Nothing drifts: every column stays below 0.2.",
    );
    const none: DriftFields["drift"] = { ...steady, state: "none" };
    expect(driftSentence(columnsOf({ ...sample, drift: none }), { ...sample, drift: none })).toMatch(/^Too few decisions/);
    expect(driftSentence(columnsOf(sample), sample)).toBe("Differs from training: bureau_score (0.41) and employment (0.30).");
    const all = { ...sample, drift: { ...sample.drift, score: true, columns: ["bureau_score", "employment", "age"] } };
    expect(driftSentence(columnsOf(all), all)).toBe(
      "Differs from training: the scores (0.05), bureau_score (0.41), employment (0.30) and 1 more.",
    );
  });

  it("shows days without decisions as gaps", () => {
    expect(daysBetween("2026-10-30", "2026-11-02")).toEqual(["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"]);
    expect(daysBetween("2026-11-02", "2026-11-02")).toEqual(["2026-11-02"]);
    const range = driftRange(7, Date.parse("2026-11-15T18:00:00Z"));
    expect(range).toEqual({ start: "2026-11-09T00:00:00.000Z", end: "2026-11-15T23:59:59.999Z" });
    expect(daysBetween(range.start.slice(0, 10), range.end.slice(0, 10))).toHaveLength(7);
    expect(["2026-11-14", "2026-01-01"].map(dayText)).toEqual(["14 Nov", "1 Jan"]);
    expect([psiText(null), psiText(0.4)]).toEqual(["-", "0.40"]);
  });

  it("has a threshold from 0.01 to 10", () => {
    expect(["0.25", " 1 ", "10", "0.01"].map(thresholdTyped)).toEqual([0.25, 1, 10, 0.01]);
    expect(["", "0.001", "-1", "11", "a", "Infinity"].map(thresholdTyped)).toEqual(Array.from({ length: 6 }));
  });
});

it("bars of the days are in proportion to the shift, on one scale for all columns", () => {
  const top = barTop([{ worst: 0.96 }, { worst: 0.17 }], 0.2);
  expect(top).toBe(0.96);
  expect([0, null, 0.24, 0.96].map((psi) => barShare(psi, top))).toEqual([0, 0, 0.25, 1]);
  expect(barTop([{ worst: 0.01 }], 0.2)).toBe(0.25);
});
