/** Experiments and their results. */
import { plain, type ProblemEntry } from "./entry.ts";

export const experimentProblems = {
  EXPERIMENT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such experiment.") },
  EXPERIMENT_RESULT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such result.") },
  EXPERIMENT_RECORD_NOT_FOUND: { status: 404, message: "Not found", description: plain("The result has no such record.") },
  EXPERIMENT_INCOMPLETE: {
    status: 409,
    message: "Not complete",
    description: (d) => `Choose a ${d["missing"] ?? "solution and a datasource"} first.`,
  },
  EXPERIMENT_SOLUTION_INVALID: {
    status: 409,
    message: "Invalid solution definition",
    description: plain("The solution definition is not valid. Only valid solutions can be used for experiments."),
  },
  EXPERIMENT_MAPPING_INVALID: {
    status: 409,
    message: "Invalid field mapping",
    description: plain("Some fields are not mapped to what they take; see the list of problems."),
  },
  EXPERIMENT_NOT_RUNNABLE: {
    status: 409,
    message: "Cannot be run",
    description: (d) => d["reason"] ?? "This solution cannot be run over a datasource.",
  },
  EXPERIMENT_RESULT_ENDED: { status: 409, message: "Ended", description: plain("This run has ended already.") },
  EXPERIMENT_RESULT_NOT_DONE: {
    status: 409,
    message: "No records",
    description: plain("The run is not finished, failed or was cancelled, so there are no records to show."),
  },
  TOO_MANY_EXPERIMENTS: {
    status: 409,
    message: "Too many runs",
    description: plain("Your organisation has reached its limit of runs in progress. Wait until one ends, or cancel one."),
  },
} as const satisfies Record<string, ProblemEntry>;
