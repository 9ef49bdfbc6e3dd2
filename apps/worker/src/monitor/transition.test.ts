import type { MonitorPoint } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import type { Judged } from "./judge.ts";
import { addPoint, transitionOf, type OpenFiring } from "./transition.ts";

const by = { rule: { kind: "threshold", min: null, max: 0.05 }, windowMinutes: 30 } as const;
const start = Date.UTC(2026, 10, 17, 12);
const minute = (after: number) => new Date(start + after * 60_000);
const judged = (judgement: Judged["judgement"], value = 0.2): Judged => ({ judgement, value, decisions: 100, usual: null });
const open: OpenFiring = { id: "f", peak: 0.2, insideSince: null };

describe("a firing", () => {
  test("begins with the first window outside", () => {
    expect(transitionOf(undefined, judged("outside"), by, minute(0))).toEqual({ kind: "begin", value: 0.2 });
    for (const judgement of ["inside", "tooFew", "noHistory"] as const) {
      expect(transitionOf(undefined, judged(judgement), by, minute(0))).toEqual({ kind: "none" });
    }
  });

  test("has the value furthest outside its limit as its peak", () => {
    expect(transitionOf(open, judged("outside", 0.3), by, minute(1))).toMatchObject({ kind: "continue", peak: 0.3 });
    expect(transitionOf(open, judged("outside", 0.1), by, minute(1))).toMatchObject({ kind: "continue", peak: 0.2 });
    const low = { ...by, rule: { kind: "threshold", min: 10, max: null } } as const;
    expect(transitionOf({ ...open, peak: 5 }, judged("outside", 2), low, minute(1))).toMatchObject({ peak: 2 });
  });

  test("ends only after two windows inside in a row", () => {
    const back = transitionOf(open, judged("inside", 0.01), by, minute(0));
    expect(back).toEqual({ kind: "continue", peak: 0.2, insideSince: minute(0) });
    const inside = { ...open, insideSince: minute(0) };
    expect(transitionOf(inside, judged("inside", 0.01), by, minute(29))).toMatchObject({ kind: "continue", insideSince: minute(0) });
    expect(transitionOf(inside, judged("inside", 0.01), by, minute(30))).toEqual({ kind: "end" });
  });

  test("restarts the count when it is outside again, or cannot be evaluated, in between", () => {
    const inside = { ...open, insideSince: minute(0) };
    expect(transitionOf(inside, judged("outside"), by, minute(20))).toMatchObject({ kind: "continue", insideSince: null });
    expect(transitionOf(inside, judged("tooFew"), by, minute(45))).toMatchObject({ kind: "continue", insideSince: null });
  });
});

describe("points of the chart", () => {
  const point = (after: number, value: number): MonitorPoint => ({ date: minute(after).toISOString(), value, min: null, max: 0.05 });
  test("are a fifth of a window apart, and the last one is replaced", () => {
    const points = [0, 1, 2, 5, 6, 7].reduce<readonly MonitorPoint[]>((all, after) => addPoint(all, point(after, after), 30), []);
    expect(points.map(({ value }) => value)).toEqual([5, 7]);
  });

  test("are limited in number", () => {
    const points = Array.from({ length: 100 }, (_, at) => at).reduce<readonly MonitorPoint[]>(
      (all, at) => addPoint(all, point(at, at), 5),
      [],
    );
    expect([points.length, points[0]?.value, points.at(-1)?.value]).toEqual([60, 40, 99]);
  });
});
