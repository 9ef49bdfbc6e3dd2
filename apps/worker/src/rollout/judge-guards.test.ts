import type { ArmCounts } from "@airlock/backend/rollouts";
import type { GuardMeasure, RolloutGuard } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import { judgeGuards, judgeStep } from "./judge-guards.ts";

const arm = (executions: number, given: Partial<ArmCounts> = {}): ArmCounts => ({
  executions,
  failed: 0,
  p99Millis: 20,
  outcomes: new Map([
    ["approved", executions * 0.7],
    ["declined", executions * 0.3],
  ]),
  ...given,
});
const guard = (measure: GuardMeasure, limit: number, minimum = 100): RolloutGuard => ({ measure, limit, minimum });
const judge = (one: RolloutGuard, challenger: ArmCounts, champion = arm(1_800), share = 10) =>
  judgeGuards([one], { champion, challenger }, share)[0];

describe("a guard", () => {
  test("is not evaluated with fewer decisions than its minimum", () => {
    expect(judge(guard("failedShare", 2), arm(12, { failed: 12 }))).toMatchObject({ state: "tooFew", decisions: 12, value: null });
    expect(judge(guard("failedShare", 2), arm(99, { failed: 99 }))).toMatchObject({ state: "tooFew" });
    expect(judge(guard("failedShare", 2), arm(100, { failed: 3 }))).toMatchObject({ state: "broken", value: 3 });
  });

  test("of the failed share breaks above its limit, with a sentence", () => {
    expect(judge(guard("failedShare", 3), arm(200, { failed: 6 }))).toMatchObject({ state: "holds", value: 3, sentence: "" });
    expect(judge(guard("failedShare", 3), arm(200, { failed: 13 }))?.sentence).toBe(
      "Failed share: 6.5% of 200 decisions failed, and the limit is 3%.",
    );
  });

  test("of the 99th percentile", () => {
    expect(judge(guard("p99Millis", 1_000), arm(200, { p99Millis: 999 }))).toMatchObject({ state: "holds" });
    expect(judge(guard("p99Millis", 1_000), arm(200, { p99Millis: 1_520 }))?.sentence).toBe(
      "99th percentile: 1,520 ms over 200 decisions, and the limit is 1,000 ms.",
    );
  });

  test("of the outcome mix names the outcome that differs most", () => {
    const outcomes = new Map([
      ["approved", 100],
      ["declined", 100],
    ]);
    expect(judge(guard("outcomeMix", 20), arm(200, { outcomes }))).toMatchObject({ state: "holds" });
    expect(judge(guard("outcomeMix", 10), arm(200, { outcomes }))?.sentence).toBe(
      'Outcome mix: "approved" is 50% of 200 decisions and 70% of the live version\'s, and the limit is 10 points.',
    );
  });

  test("of the volume also detects a challenger that gets no calls at all", () => {
    expect(judge(guard("volume", 30), arm(200))).toMatchObject({ state: "holds", decisions: 200, value: 0 });
    expect(judge(guard("volume", 30), arm(0))).toMatchObject({ state: "broken", value: 100, decisions: 180 });
    expect(judge(guard("volume", 30), arm(3), arm(17))).toMatchObject({ state: "tooFew", decisions: 2 });
  });

  test("of drift compares the outcomes", () => {
    expect(judge(guard("drift", 0.25), arm(200))).toMatchObject({ state: "holds", value: 0 });
    expect(judge(guard("drift", 0.25), arm(200, { outcomes: new Map([["declined", 200]]) }))).toMatchObject({ state: "broken" });
  });

  test("that compares needs decisions of both arms, and has nothing to compare once the challenger decides everything", () => {
    expect(judge(guard("outcomeMix", 10), arm(200), arm(40))).toMatchObject({ state: "tooFew", decisions: 40 });
    expect(judge(guard("outcomeMix", 10), arm(200), arm(0, { outcomes: new Map() }), 100)).toMatchObject({ state: "holds", value: null });
  });

  test("is not evaluated without the executions", () => {
    expect(judgeGuards([guard("failedShare", 2)], undefined, 10)).toMatchObject([{ state: "notEvaluated", value: null }]);
  });
});

describe("a step of a ramp", () => {
  const guards = [guard("failedShare", 2)];
  const minutes = 60_000;
  const step = (elapsed: number, state: "holds" | "tooFew" | "notEvaluated" | "broken") =>
    judgeStep({ share: 10, minutes: 30 }, elapsed * minutes, [{ measure: "failedShare", state, decisions: 12 }], guards);

  test("is followed by the next when its time has passed and no guard is broken", () => {
    expect(step(29, "holds").kind).toBe("stay");
    expect(step(30, "holds")).toEqual({ kind: "advance", message: "" });
    expect(judgeStep({ share: 10, minutes: 30 }, 30 * minutes, [], [])).toEqual({ kind: "advance", message: "" });
  });

  test("with too few decisions waits for up to three times its length, then continues with a message", () => {
    expect(step(31, "tooFew")).toEqual({ kind: "stay", message: "Waits for more decisions: Failed share has 12 of 100 decisions." });
    expect(step(89, "tooFew").kind).toBe("stay");
    expect(step(90, "tooFew")).toEqual({
      kind: "advance",
      message: "The step before ended after 3 times its length without enough decisions: Failed share has 12 of 100 decisions.",
    });
  });

  test("waits as long as nothing can be evaluated", () => {
    expect(step(29, "notEvaluated")).toEqual({ kind: "stay", message: "" });
    expect(step(1_000, "notEvaluated")).toEqual({
      kind: "stay",
      message: "The next step waits: the guards cannot be evaluated, because the executions cannot be read.",
    });
    expect(step(1_000, "broken").kind).toBe("stay");
  });
});
