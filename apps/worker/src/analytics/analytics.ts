import type { JobData, Jobs } from "@airlock/platform/jobs";
import { beginRuns } from "./begin-runs.ts";
import type { FeatureTableParts } from "./feature-table.ts";
import { createRunPrediction, type RunParts } from "./run-prediction.ts";
import { sweepFeatures } from "./sweep-features.ts";

/** Runs of schedulers: starting due ones, executing them, and removing leftovers. */
export interface Analytics {
  readonly runPrediction: (data: JobData["prediction.run"], jobs: Pick<Jobs, "send">) => Promise<void>;
  readonly beginRuns: (jobs: Pick<Jobs, "send">) => Promise<number>;
  readonly sweep: () => Promise<void>;
}

export function createAnalytics(parts: RunParts & FeatureTableParts): Analytics {
  return {
    runPrediction: createRunPrediction(parts),
    beginRuns: (jobs) => beginRuns({ ...parts, jobs }),
    sweep: () => sweepFeatures(parts),
  };
}
