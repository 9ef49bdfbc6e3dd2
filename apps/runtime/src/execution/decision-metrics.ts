import type { ProblemCode } from "@airlock/contract";
import type { Counter, Metrics } from "@airlock/platform";

export interface DecisionMetrics {
  readonly decided: (versionId: string, status: "completed" | "failed", millis: number) => void;
  /** `keyId` undefined: the key was not proven. */
  readonly refused: (code: ProblemCode, keyId: string | undefined) => void;
}

/** From arrival to durable answer, in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Label values of one metric. Further ones are counted together as `other`, so that a process has a bounded number of series. */
const maxVersions = 200;
const maxKeys = 200;

export function createDecisionMetrics(metrics: Metrics): DecisionMetrics {
  const help = "Decisions that were answered.";
  const completed = metrics.counter("airlock_decisions_total", help, { status: "completed" });
  const failed = metrics.counter("airlock_decisions_total", help, { status: "failed" });
  const seconds = metrics.histogram("airlock_decision_seconds", "From arrival to durable answer.", bounds);
  const refusals = new Map<ProblemCode, Counter>();
  const ofVersion = bounded(maxVersions, (version) => {
    const counter = (status: string) =>
      metrics.counter("airlock_version_decisions_total", "Decisions that were answered, by version.", { version, status });
    return { completed: counter("completed"), failed: counter("failed") };
  });
  const ofKey = bounded(maxKeys, (key) =>
    metrics.counter("airlock_key_refusals_total", "Calls that were refused, by the key that made them.", { key }),
  );
  return {
    decided: (versionId, status, millis) => {
      (status === "completed" ? completed : failed).add();
      ofVersion(versionId)[status].add();
      seconds.observe(millis / 1000);
    },
    refused: (code, keyId) => {
      let counter = refusals.get(code);
      if (counter === undefined) {
        counter = metrics.counter("airlock_refusals_total", "Calls that were refused.", { code });
        refusals.set(code, counter);
      }
      counter.add();
      if (keyId !== undefined) ofKey(keyId).add();
    },
  };
}

function bounded<Value>(max: number, make: (label: string) => Value): (label: string) => Value {
  const made = new Map<string, Value>();
  let other: Value | undefined;
  return (label) => {
    const known = made.get(label);
    if (known !== undefined) return known;
    if (made.size >= max) return (other ??= make("other"));
    const value = make(label);
    made.set(label, value);
    return value;
  };
}
