import { describe, expect, test } from "vitest";
import { judge, usualRangeOf, type PastWeeks } from "./judge.ts";
import { addCounts, measureWindow, noCounts, type WindowCounts } from "./measure.ts";

const counts: WindowCounts = {
  completed: 90,
  failed: 10,
  // 1.05 to the power of 142 microseconds is about a millisecond.
  durations: new Map([
    [142, 98],
    [189, 2],
  ]),
  outcomes: new Map([
    ["Approve", 60],
    ["Decline", 30],
  ]),
  reasons: new Map([["R03", 25]]),
};

describe("measures", () => {
  test.each([
    ["failed share", { kind: "failedShare" }, 0.1],
    ["volume per hour", { kind: "volume" }, 200],
    ["share among decisions with an outcome", { kind: "outcomeShare", outcome: "Decline" }, 1 / 3],
    ["outcome that no one got", { kind: "outcomeShare", outcome: "Refer" }, 0],
    ["share of a reason code among all decisions", { kind: "reasonShare", reasonCode: "R03" }, 0.25],
  ] as const)("%s", (_name, measure, value) => {
    expect(measureWindow(measure, counts, 30)).toEqual({ value, decisions: 100 });
  });

  test("p99 in milliseconds", () => {
    expect(measureWindow({ kind: "p99" }, counts, 30).value).toBeCloseTo(1.05 ** 189 / 1000, -0.5);
  });

  test("without decisions there is no share, and the volume is 0", () => {
    expect(measureWindow({ kind: "failedShare" }, noCounts, 30)).toEqual({ value: null, decisions: 0 });
    expect(measureWindow({ kind: "volume" }, noCounts, 30)).toEqual({ value: 0, decisions: 0 });
  });

  test("versions of a solution are summed", () => {
    const both = addCounts([counts, { ...counts, failed: 50 }]);
    expect([both.completed, both.failed, both.reasons.get("R03"), both.durations.get(189)]).toEqual([180, 60, 50, 4]);
  });
});

describe("thresholds", () => {
  const by = { kind: "failedShare", rule: { kind: "threshold", min: null, max: 0.05 }, minDecisions: 20, windowMinutes: 30 } as const;
  test.each([
    [0.05, 20, "inside"],
    [0.051, 20, "outside"],
    [0.9, 19, "tooFew"],
  ] as const)("%f of %i decisions is %s", (value, decisions, judgement) => {
    expect(judge(by, { value, decisions })).toEqual({ judgement, value, decisions, usual: null });
  });

  test("a lower limit", () => {
    const rule = { kind: "threshold", min: 100, max: null } as const;
    expect(judge({ kind: "p99", rule, minDecisions: 0, windowMinutes: 30 }, { value: 99, decisions: 1 }).judgement).toBe("outside");
    expect(judge({ kind: "p99", rule, minDecisions: 0, windowMinutes: 30 }, { value: 100, decisions: 1 }).judgement).toBe("inside");
  });

  test("volume is evaluated however few decisions there are", () => {
    const rule = { kind: "threshold", min: 10, max: null } as const;
    expect(judge({ kind: "volume", rule, minDecisions: 50, windowMinutes: 30 }, { value: 0, decisions: 0 }).judgement).toBe("outside");
  });
});

describe("the outcome mix", () => {
  const mix = { kind: "outcomeMix", baseline: null } as const;
  const baseline = new Map([
    ["Approve", 0.5],
    ["Decline", 0.3],
    ["Refer", 0.2],
  ]);

  test("is the largest shift of an outcome's share, also of one with a share of 0 in either", () => {
    // Of 90 with an outcome: 60 Approve, 30 Decline, no Refer.
    const { value, decisions, moved } = measureWindow(mix, counts, 30, baseline);
    expect([value, decisions]).toEqual([expect.closeTo(0.2), 100]);
    expect(moved).toEqual({ outcome: "Refer", by: expect.closeTo(-0.2) });
    const fresh = measureWindow(mix, { ...counts, outcomes: new Map([["Manual", 10]]) }, 30, baseline);
    expect(fresh).toMatchObject({ value: 1, moved: { outcome: "Manual", by: 1 } });
  });

  test("of two outcomes with the same shift, the one that gained is named", () => {
    // In floating point, 0.5 - 0.8 is slightly larger in size than 0.5 - 0.2.
    const before = new Map([
      ["Approve", 0.8],
      ["Decline", 0.2],
    ]);
    const outcomes = new Map([
      ["Approve", 50],
      ["Decline", 50],
    ]);
    expect(measureWindow(mix, { ...counts, outcomes }, 30, before).moved).toEqual({ outcome: "Decline", by: 0.3 });
  });

  test("has no value without outcomes or without a baseline", () => {
    expect(measureWindow(mix, noCounts, 30, baseline).value).toBeNull();
    expect(measureWindow(mix, counts, 30)).toEqual({ value: null, decisions: 100 });
  });

  test("is compared with its usual shift; a smaller shift is fine, and so is one explained by chance", () => {
    const by = { kind: "outcomeMix", rule: { kind: "unlike" }, minDecisions: 50, windowMinutes: 30 } as const;
    const past: PastWeeks = [[{ value: 0.04, decisions: 1_000 }], [{ value: 0.04, decisions: 1_000 }]];
    expect(usualRangeOf(by, 10_000, past)).toEqual({ median: 0.04, min: 0, max: expect.closeTo(0.06) });
    expect(judge(by, { value: 0, decisions: 10_000 }, past).judgement).toBe("inside");
    expect(judge(by, { value: 0.07, decisions: 10_000 }, past).judgement).toBe("outside");
    // Three standard deviations of a half of 100 are 15 points.
    expect(judge(by, { value: 0.14, decisions: 100 }, past).judgement).toBe("inside");
    expect(judge(by, { value: 0.16, decisions: 100 }, past).judgement).toBe("outside");
  });
});

describe("unlike the same hour of the last four weeks", () => {
  const by = { kind: "outcomeShare", rule: { kind: "unlike" }, minDecisions: 50, windowMinutes: 30 } as const;
  const week = (...values: readonly number[]) => values.map((value) => ({ value, decisions: 100 }));
  const weeks: PastWeeks = [week(0.18, 0.2, 0.19), week(0.16, 0.17, 0.21), week(0.2, 0.18, 0.19), week(0.15, 0.2, 0.22)];

  test("the range is the median and three robust standard deviations", () => {
    // Sorted: 15 16 17 18 18 19 19 20 20 20 21 22; deviations from 19: 0 0 1 1 1 1 1 2 2 3 3 4.
    const { median, min, max } = usualRangeOf(by, 2_000, weeks) ?? { median: 0, min: 0, max: 0 };
    expect(median).toBeCloseTo(0.19);
    expect(max - median).toBeCloseTo(3 * 1.4826 * 0.01);
    expect(median - min).toBeCloseTo(3 * 1.4826 * 0.01);
  });

  test.each([
    [0.23, "inside"],
    [0.24, "outside"],
    [0.14, "outside"],
  ] as const)("%f is %s", (value, judgement) => {
    expect(judge(by, { value, decisions: 2_000 }, weeks).judgement).toBe(judgement);
  });

  test("one outlier week does not widen the range", () => {
    const odd: PastWeeks = [...weeks.slice(0, 3), week(0.9, 0.95, 0.9)];
    expect(judge(by, { value: 0.35, decisions: 600 }, odd).judgement).toBe("outside");
  });

  test("identical weeks leave the floor", () => {
    const same: PastWeeks = [week(0.1), week(0.1), week(0.1)];
    expect(judge(by, { value: 0.119, decisions: 5_000 }, same).judgement).toBe("inside");
    expect(judge(by, { value: 0.121, decisions: 5_000 }, same).judgement).toBe("outside");
    expect(usualRangeOf({ ...by, kind: "volume" }, 500, [week(1000), week(1000)])).toEqual({ median: 1000, min: 800, max: 1200 });
  });

  test("variation by chance in few decisions is not unusual", () => {
    const same: PastWeeks = [week(0.5), week(0.5), week(0.5)];
    // The standard deviation of a share of 100 is 0.05.
    expect(judge(by, { value: 0.64, decisions: 100 }, same).judgement).toBe("inside");
    expect(judge(by, { value: 0.66, decisions: 100 }, same).judgement).toBe("outside");
    // 4 an hour, which is a third of a decision per window of 5 minutes.
    expect(usualRangeOf({ ...by, kind: "volume", windowMinutes: 5 }, 0, [week(4), week(4)])?.max).toBeCloseTo(4 + 3 * Math.sqrt(48));
  });

  test("one week, or weeks with too few decisions, are not enough history", () => {
    const few = [{ value: 0.2, decisions: 49 }];
    expect(judge(by, { value: 0.9, decisions: 600 }, [week(0.2, 0.2, 0.2)]).judgement).toBe("noHistory");
    expect(judge(by, { value: 0.9, decisions: 600 }, [week(0.2), few, few, few]).judgement).toBe("noHistory");
    expect(judge(by, { value: 0.9, decisions: 600 }, [week(0.2), few, week(0.2), few]).judgement).toBe("outside");
  });

  test("shares stay between 0 and 1", () => {
    const wide: PastWeeks = [week(0.1, 0.9), week(0.5, 0.95)];
    expect(usualRangeOf(by, 600, wide)).toMatchObject({ min: 0, max: 1 });
  });
});
