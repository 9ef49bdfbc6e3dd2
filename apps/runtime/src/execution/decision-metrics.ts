import type { ExecutionStatus, LoggedArm, ProblemCode } from "@airlock/contract";
import type { Counter, Metrics } from "@airlock/platform";
import type { ChallengerPassedOver } from "./decide.ts";

/** The properties of a decision that are counted. */
interface CountedDecision {
  readonly deployment: { readonly solutionId: string; readonly versionId: string };
  readonly execution: { readonly status: ExecutionStatus };
  readonly arm: LoggedArm;
}

export interface DecisionMetrics {
  readonly decided: (decision: CountedDecision, millis: number) => void;
  readonly passedOver: (why: ChallengerPassedOver) => void;
  /** `keyId` is undefined if the key was not verified. */
  readonly refused: (code: ProblemCode, keyId: string | undefined) => void;
}

/** From arrival to durable response, in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Limits of label values per metric. Further ones are counted together as `other`, which bounds the number of series per process. */
const maxVersions = 200;
const maxKeys = 200;

/**
 * Refusals that alerts count. They have a series with 0 from the start: for Prometheus, a series that begins with 1 has not increased, and an alert
 * would miss the first refusal.
 */
const alertedRefusals: readonly ProblemCode[] = [
  "EXECUTION_NOT_LOGGED",
  "EXECUTION_UNCONFIRMED",
  "EXECUTION_TOO_LARGE",
  "OVERLOADED",
  "ORGANISATION_BUSY",
  "QUOTA_EXCEEDED",
  "KEY_INVALID",
];

export function createDecisionMetrics(metrics: Metrics): DecisionMetrics {
  const seconds = metrics.histogram("airlock_decision_seconds", "From arrival to durable answer.", bounds);
  const ofCode = (code: ProblemCode) => metrics.counter("airlock_refusals_total", "Calls that were refused.", { code });
  const refusals = new Map<ProblemCode, Counter>(alertedRefusals.map((code) => [code, ofCode(code)]));
  const ofArm = (solution: string, version: string, arm: string) => {
    const counter = (status: string) =>
      metrics.counter("airlock_decisions_total", "Decisions that were answered.", { solution, version, arm, status });
    return { completed: counter("completed"), failed: counter("failed") };
  };
  const ofVersion = bounded(maxVersions, (version, solution) => {
    const none = ofArm(solution, version, "none");
    const arms = new Map<LoggedArm, typeof none>([["", none]]);
    return (arm: LoggedArm) => {
      let counters = arms.get(arm);
      if (counters === undefined) {
        counters = ofArm(solution, version, arm);
        arms.set(arm, counters);
      }
      return counters;
    };
  });
  const ofReason = (reason: ChallengerPassedOver) =>
    metrics.counter("airlock_challenger_passed_over_total", "Inputs of a challenger's share that the live version decided.", { reason });
  const passedOver = { notServing: ofReason("notServing"), inputInvalid: ofReason("inputInvalid") };
  const ofKey = bounded(maxKeys, (key) =>
    metrics.counter("airlock_key_refusals_total", "Calls that were refused, by the key that made them.", { key }),
  );
  return {
    decided: ({ deployment, execution, arm }, millis) => {
      ofVersion(deployment.versionId, deployment.solutionId)(arm)[execution.status].add();
      seconds.observe(millis / 1000);
    },
    passedOver: (why) => passedOver[why].add(),
    refused: (code, keyId) => {
      let counter = refusals.get(code);
      if (counter === undefined) {
        counter = ofCode(code);
        refusals.set(code, counter);
      }
      counter.add();
      if (keyId !== undefined) ofKey(keyId).add();
    },
  };
}

/** `of` is a label that is determined by the bounded one, so it needs no bound of its own. */
function bounded<Value>(max: number, make: (label: string, of: string) => Value): (label: string, of?: string) => Value {
  const made = new Map<string, Value>();
  // Created at the start, so that the metric has a series before the first event.
  const other = make("other", "other");
  return (label, of = "") => {
    const known = made.get(label);
    if (known !== undefined) return known;
    if (made.size >= max) return other;
    const value = make(label, of);
    made.set(label, value);
    return value;
  };
}
