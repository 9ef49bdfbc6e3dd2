import type { ProblemCode } from "@airlock/contract";
import type { Counter, Metrics } from "@airlock/platform";

export interface DecisionMetrics {
  readonly decided: (status: "completed" | "failed", millis: number) => void;
  readonly refused: (code: ProblemCode) => void;
}

/** From arrival to durable answer, in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createDecisionMetrics(metrics: Metrics): DecisionMetrics {
  const help = "Decisions that were answered.";
  const completed = metrics.counter("airlock_decisions_total", help, { status: "completed" });
  const failed = metrics.counter("airlock_decisions_total", help, { status: "failed" });
  const seconds = metrics.histogram("airlock_decision_seconds", "From arrival to durable answer.", bounds);
  const refusals = new Map<ProblemCode, Counter>();
  return {
    decided: (status, millis) => {
      (status === "completed" ? completed : failed).add();
      seconds.observe(millis / 1000);
    },
    refused: (code) => {
      let counter = refusals.get(code);
      if (counter === undefined) {
        counter = metrics.counter("airlock_refusals_total", "Calls that were refused.", { code });
        refusals.set(code, counter);
      }
      counter.add();
    },
  };
}
