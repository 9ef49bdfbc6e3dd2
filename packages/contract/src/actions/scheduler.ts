import { when } from "../action.ts";
import type { Action } from "../action.ts";
import { pageQuery } from "../hal.ts";
import { runList, schedulerStart } from "../prediction-analytics.ts";
import { predictionResource } from "../prediction.ts";
import { api, linkOn, requires, ok } from "./row.ts";

/** Stopping needs what training needs. */
const mayTrain = requires("prediction.train", "prediction.update", "prediction.read");
/** A run trains, and its newest model is deployed without another step. */
const mayTrainAndDeploy = requires("prediction.train", "prediction.deploy", "prediction.update", "prediction.read");

export const schedulerActions = {
  "prediction.startScheduler": {
    ...api,
    method: "PUT",
    path: "/predictions/{predictionId}/startScheduler",
    summary: "Train an analytics prediction and score all keys, now or later, once or on a schedule",
    access: mayTrainAndDeploy,
    links: [linkOn("prediction", "startScheduler")],
    precondition: when(
      "prediction",
      ({ type, status }) => type === "analyticsPrediction" && status === "schedulerStopped",
      "SCHEDULER_NOT_STOPPED",
    ),
    body: schedulerStart,
    answer: ok(predictionResource),
    problems: ["PREDICTION_NOT_FOUND", "SCHEDULER_NOT_STOPPED", "PREDICTION_INCOMPLETE"],
  },
  "prediction.stopScheduler": {
    ...api,
    method: "PUT",
    path: "/predictions/{predictionId}/stopScheduler",
    summary: "Stop the scheduler; a run that has begun continues to its end",
    access: mayTrain,
    links: [linkOn("prediction", "stopScheduler")],
    precondition: when("prediction", ({ status }) => status === "schedulerRunning", "SCHEDULER_NOT_RUNNING"),
    answer: ok(predictionResource),
    problems: ["PREDICTION_NOT_FOUND", "SCHEDULER_NOT_RUNNING"],
  },
  "prediction.runs": {
    ...api,
    method: "GET",
    path: "/predictions/{predictionId}/runs",
    summary: "List the runs of the scheduler, newest first, also those that were missed",
    access: requires("prediction.read"),
    links: [linkOn("prediction", "runs")],
    precondition: when("prediction", ({ type }) => type === "analyticsPrediction", "PREDICTION_WITHOUT_SCHEDULER"),
    query: pageQuery.pick({ limit: true, after: true }),
    answer: ok(runList),
    problems: ["PREDICTION_NOT_FOUND", "PREDICTION_WITHOUT_SCHEDULER"],
  },
} as const satisfies Record<string, Action>;
