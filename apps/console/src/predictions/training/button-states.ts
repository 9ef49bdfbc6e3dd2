import type { PredictionStatus, PredictionType } from "@airlock/contract";

/** A button that keeps its place: undefined when it can be pressed, else why not. */
export interface ButtonStates {
  readonly train: string | undefined;
  readonly cancelTraining: string | undefined;
  readonly deploy: string | undefined;
  readonly startScheduler: string | undefined;
  readonly stopScheduler: string | undefined;
}

/**
 * Train is disabled while training; Cancel training is enabled only while training; Deploy is enabled only when trained. Start scheduler
 * is enabled only when schedulerStopped; Stop scheduler only when schedulerRunning.
 */
export function buttonStates(status: PredictionStatus): ButtonStates {
  return {
    train: status === "training" ? "A training is in progress" : undefined,
    cancelTraining: status === "training" ? undefined : "No training is in progress",
    deploy: status === "trained" ? undefined : status === "training" ? "Wait until it is trained" : "Train it first",
    startScheduler: status === "schedulerStopped" ? undefined : "The scheduler runs",
    stopScheduler: status === "schedulerRunning" ? undefined : "The scheduler does not run",
  };
}

/** Analytics predictions show a scheduler instead. */
export function showsScheduler(type: PredictionType): boolean {
  return type === "analyticsPrediction";
}
