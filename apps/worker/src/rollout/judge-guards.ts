import { stabilityIndex, type ArmCounts } from "@airlock/backend/rollouts";
import {
  guardTitles,
  maxStepLengths,
  type Arm,
  type GuardMeasure,
  type GuardState,
  type RampStep,
  type RolloutGuard,
} from "@airlock/contract";

export interface JudgedGuard extends GuardState {
  /** The finding as a sentence; empty unless the guard is broken. */
  readonly sentence: string;
}

type Counted = Readonly<Record<Arm, ArmCounts>>;

interface Measured {
  /** Number of evaluated decisions. */
  readonly decisions: number;
  /** Undefined if it cannot be computed. */
  readonly value: number | undefined;
  readonly found: (limit: string) => string;
}

/** Evaluates every guard; `counted` is undefined if the executions could not be read. `share` is in percent. */
export function judgeGuards(guards: readonly RolloutGuard[], counted: Counted | undefined, share: number): readonly JudgedGuard[] {
  return guards.map((guard) => {
    const { measure, limit, minimum } = guard;
    if (counted === undefined) return { measure, state: "notEvaluated", value: null, decisions: 0, sentence: "" };
    const { decisions, value, found } = measures[measure](counted, share);
    if (decisions < minimum) return { measure, state: "tooFew", value: null, decisions, sentence: "" };
    if (value === undefined) return { measure, state: "holds", value: null, decisions, sentence: "" };
    const isBroken = value > limit;
    const sentence = isBroken ? `${guardTitles[measure]}: ${found(written(limit))}` : "";
    return { measure, state: isBroken ? "broken" : "holds", value, decisions, sentence };
  });
}

const measures: Readonly<Record<GuardMeasure, (counted: Counted, share: number) => Measured>> = {
  failedShare: ({ challenger: { executions, failed } }) => {
    const value = percentOf(failed, executions);
    return {
      decisions: executions,
      value,
      found: (limit) => `${written(value)}% of ${written(executions)} decisions failed, and the limit is ${limit}%.`,
    };
  },
  p99Millis: ({ challenger: { executions, p99Millis } }) => ({
    decisions: executions,
    value: p99Millis,
    found: (limit) => `${written(p99Millis)} ms over ${written(executions)} decisions, and the limit is ${limit} ms.`,
  }),
  outcomeMix: (counted, share) => {
    const { champion, challenger } = counted;
    const [largest] = [...new Set([...champion.outcomes.keys(), ...challenger.outcomes.keys()])]
      .map((outcome) => ({ outcome, own: shareOf(challenger, outcome), live: shareOf(champion, outcome) }))
      .toSorted((one, other) => Math.abs(other.own - other.live) - Math.abs(one.own - one.live));
    const { outcome = "", own = 0, live = 0 } = largest ?? {};
    return {
      ...compared(counted, share, Math.abs(own - live)),
      found: (limit) =>
        `"${outcome}" is ${written(own)}% of ${written(challenger.executions)} decisions and ${written(live)}% of the live version's, and the limit is ${limit} points.`,
    };
  },
  volume: ({ champion, challenger }, share) => {
    const all = champion.executions + challenger.executions;
    const wanted = all * (share / 100);
    return {
      decisions: Math.round(wanted),
      value: wanted === 0 ? undefined : Math.abs(challenger.executions / wanted - 1) * 100,
      found: (limit) =>
        `it decided ${written(challenger.executions)} of ${written(all)} calls, ${written(wanted)} were expected, and the limit is ${limit}% off.`,
    };
  },
  drift: (counted, share) => {
    const value = stabilityIndex(counted.challenger.outcomes, counted.champion.outcomes);
    return {
      ...compared(counted, share, value),
      found: (limit) =>
        `the stability index of the outcomes is ${written(value)} over ${written(counted.challenger.executions)} decisions, and the limit is ${limit}.`,
    };
  },
};

/** Both arms need decisions. If the challenger decides everything, there is nothing to compare it with. */
function compared({ champion, challenger }: Counted, share: number, value: number): Pick<Measured, "decisions" | "value"> {
  if (share >= 100) return { decisions: challenger.executions, value: champion.executions === 0 ? undefined : value };
  return { decisions: Math.min(champion.executions, challenger.executions), value };
}

function percentOf(count: number, of: number): number {
  return of === 0 ? 0 : (count / of) * 100;
}

function shareOf({ outcomes, executions }: ArmCounts, outcome: string): number {
  return percentOf(outcomes.get(outcome) ?? 0, executions);
}

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

function written(value: number): string {
  return numbers.format(value);
}

export interface StepJudgement {
  readonly kind: "stay" | "advance";
  /** Why it waits, or what was missing when it continued; empty otherwise. */
  readonly message: string;
}

const unreadable = "The next step waits: the guards cannot be evaluated, because the executions cannot be read.";

/** Whether a ramp takes its next step. A step with too few decisions waits for up to three times its length. */
export function judgeStep(
  { minutes }: RampStep,
  elapsedMillis: number,
  judged: readonly Pick<JudgedGuard, "measure" | "state" | "decisions">[],
  guards: readonly RolloutGuard[],
): StepJudgement {
  const length = minutes * 60_000;
  if (judged.some(({ state }) => state === "broken") || elapsedMillis < length) return { kind: "stay", message: "" };
  if (judged.some(({ state }) => state === "notEvaluated")) return { kind: "stay", message: unreadable };
  const few = judged.flatMap(({ measure, state, decisions }) => {
    const minimum = guards.find((guard) => guard.measure === measure)?.minimum ?? 0;
    return state === "tooFew" ? [`${guardTitles[measure]} has ${written(decisions)} of ${written(minimum)} decisions`] : [];
  });
  if (few.length === 0) return { kind: "advance", message: "" };
  if (elapsedMillis < maxStepLengths * length) return { kind: "stay", message: `Waits for more decisions: ${few.join(", ")}.` };
  return {
    kind: "advance",
    message: `The step before ended after ${maxStepLengths} times its length without enough decisions: ${few.join(", ")}.`,
  };
}
