/** Predictions, their models and schedules. */
import { plain, type ProblemEntry } from "./entry.ts";

export const predictionProblems = {
  PREDICTION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such prediction configuration.") },
  MODEL_NOT_FOUND: { status: 404, message: "Not found", description: plain("The prediction has no model of this number.") },
  TRAINING_NOT_FOUND: { status: 404, message: "Not found", description: plain("The prediction has no such training.") },
  PREDICTION_NOT_TRAINABLE: {
    status: 409,
    message: "Cannot be trained now",
    description: plain("It is already training, or its scheduler trains it. Wait until the training ends, or cancel it."),
  },
  PREDICTION_INCOMPLETE: {
    status: 409,
    message: "Not complete",
    description: plain("The configuration is incomplete; see the list of problems."),
  },
  PREDICTION_NOT_TRAINING: { status: 409, message: "Not training", description: plain("No training is in progress.") },
  PREDICTION_NOT_TRAINED: {
    status: 409,
    message: "Not trained",
    description: plain("Only a trained prediction can be deployed. Train it first."),
  },
  SCHEDULER_NOT_STOPPED: {
    status: 409,
    message: "Cannot be started now",
    description: plain("Only an analytics prediction has a scheduler, and it can be started when it is stopped."),
  },
  SCHEDULER_NOT_RUNNING: { status: 409, message: "Not running", description: plain("The scheduler is not running.") },
  PREDICTION_WITHOUT_SCHEDULER: {
    status: 409,
    message: "No scheduler",
    description: plain("Only an analytics prediction has a scheduler and its runs."),
  },
  PREDICTION_TYPE_FIXED: {
    status: 409,
    message: "Type is fixed",
    description: plain("The type can no longer be changed, because the prediction was trained or its scheduler runs. Create another one."),
  },
  PREDICTION_IN_USE: {
    status: 409,
    message: "Prediction in use",
    description: (d) => `Versions use its models (${d["versions"] ?? "at least one"}). Delete these versions first.`,
  },
  MODEL_NOT_DEPLOYED: {
    status: 409,
    message: "No model deployed",
    description: (d) =>
      `The solution uses ${d["prediction"] ?? "a prediction"}, which has no deployed model. Deploy one, or choose a model in the node.`,
  },
} as const satisfies Record<string, ProblemEntry>;
