import type { JobData } from "@airlock/platform/jobs";
import type { OverRowsParts } from "./over-rows.ts";
import { createRemoveResults, sweepResults } from "./remove-results.ts";
import { createRunExperiment } from "./run-experiment.ts";

/** The jobs of experiments, and the sweep of leftovers. */
export interface Experiments {
  readonly runExperiment: (data: JobData["experiment.run"]) => Promise<void>;
  readonly removeResults: (data: JobData["experiment.remove"]) => Promise<void>;
  readonly sweep: () => Promise<void>;
}

export function createExperiments(parts: OverRowsParts): Experiments {
  return { runExperiment: createRunExperiment(parts), removeResults: createRemoveResults(parts), sweep: () => sweepResults(parts) };
}
