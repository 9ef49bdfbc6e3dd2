import { describe, expect, test } from "vitest";
import { defaultRamp } from "./rollout-defaults.ts";
import { rampStep, rolloutCreate, rolloutGuard } from "./rollout.ts";

const minutesAt = (perDay: number, wanted: number) => defaultRamp(perDay).steps.find(({ share }) => share === wanted)?.minutes;
const limits = (perDay: number) => defaultRamp(perDay).guards.map(({ limit }) => limit);

describe("the defaults of a ramp", () => {
  test("of a busy solution are 1%, 10%, 50% and 100%, half an hour or more each", () => {
    expect(defaultRamp(1_000_000).steps).toEqual([
      { share: 1, minutes: 120 },
      { share: 10, minutes: 30 },
      { share: 50, minutes: 30 },
      { share: 100, minutes: 30 },
    ]);
    expect(limits(1_000_000)).toEqual([2.5, 1_000, 7, 30, 0.25]);
  });

  test("give small volumes longer steps and wider guards", () => {
    const volumes = [1_000_000, 20_000, 2_000, 200];
    for (const [index, perDay] of volumes.entries()) {
      const less = volumes[index + 1];
      if (less === undefined) break;
      expect(minutesAt(less, 10)).toBeGreaterThan(minutesAt(perDay, 10) ?? Infinity);
      expect(minutesAt(less, 100)).toBeGreaterThanOrEqual(minutesAt(perDay, 100) ?? Infinity);
      for (const [guard, limit] of limits(less).entries()) expect(limit).toBeGreaterThanOrEqual(limits(perDay)[guard] ?? Infinity);
    }
    expect(limits(200)).toEqual([5.5, 3_000, 22, 85, 0.5]);
  });

  test("bring every guard its smallest number of decisions within a step, if a week is enough", () => {
    for (const perDay of [100, 1_000, 5_000, 10_000, 100_000, 10_000_000]) {
      const { steps, guards } = defaultRamp(perDay);
      for (const step of steps)
        expect((perDay * step.share * step.minutes) / 100 / 1440).toBeGreaterThanOrEqual(guards[0]?.minimum ?? Infinity);
    }
  });

  test("leave out shares that would bring too few within a week, and are there for a solution without any decisions", () => {
    expect(defaultRamp(200).steps.map(({ share }) => share)).toEqual([10, 50, 100]);
    expect(defaultRamp(3).steps.map(({ share }) => share)).toEqual([50, 100]);
    expect(defaultRamp(0).steps).toEqual([
      { share: 50, minutes: 7 * 24 * 60 },
      { share: 100, minutes: 7 * 24 * 60 },
    ]);
  });

  test("are accepted as they are", () => {
    for (const perDay of [0, 7, 480, 9_999, 123_456]) {
      const { steps, guards } = defaultRamp(perDay);
      for (const step of steps) expect(rampStep.safeParse(step).success).toBe(true);
      for (const guard of guards) expect(rolloutGuard.safeParse(guard).success).toBe(true);
      expect(rolloutCreate.safeParse({ kind: "ramp", versionWss: "v", steps, guards }).success).toBe(true);
    }
  });
});

describe("a new rollout", () => {
  const wrong = (body: object) => rolloutCreate.safeParse({ versionWss: "v", ...body }).error?.issues.map(({ path }) => path.join("."));
  const steps = [{ share: 1, minutes: 30 }];
  const guard = { measure: "failedShare", limit: 2, minimum: 100 } as const;

  test("has what its kind needs and nothing else", () => {
    expect(wrong({ kind: "split", share: 12.5, guards: [guard] })).toBeUndefined();
    expect(wrong({ kind: "split" })).toEqual(["share"]);
    expect(wrong({ kind: "split", share: 10, steps })).toEqual(["steps"]);
    expect(wrong({ kind: "ramp" })).toEqual(["steps"]);
    expect(wrong({ kind: "ramp", steps, share: 1 })).toEqual(["share"]);
    expect(wrong({ kind: "shadow", share: 100, field: "customer", guards: [guard] })).toEqual(["field", "guards"]);
  });

  test("has rising steps, one guard for each measure and a share of hundredths of a percent", () => {
    expect(wrong({ kind: "ramp", steps: [...steps, ...steps] })).toEqual(["steps"]);
    expect(wrong({ kind: "split", share: 10, guards: [guard, guard] })).toEqual(["guards"]);
    expect(wrong({ kind: "split", share: 0.005 })).toContain("share");
    expect(wrong({ kind: "split", share: 12.345 })).toEqual(["share"]);
  });
});
