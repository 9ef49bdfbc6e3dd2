import type { Subject } from "../http/subject.ts";
import { predictionState } from "./resource.ts";
import { findPrediction, type PredictionRow } from "./store.ts";

export const predictionSubject: Subject<"prediction", PredictionRow> = {
  resource: "prediction",
  parameter: "predictionId",
  missing: "PREDICTION_NOT_FOUND",
  find: findPrediction,
  state: predictionState,
};
