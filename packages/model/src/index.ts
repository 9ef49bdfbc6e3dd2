export {
  bandOf,
  createRowWriter,
  type Artefact,
  type Column,
  type EventFeatures,
  type Given,
  type Label,
  type RowWriter,
} from "./artefact.ts";
export {
  distributionsOf,
  recount,
  recountScores,
  scoreDistributionOf,
  stabilityIndex,
  together,
  type Distribution,
} from "./distribution.ts";
export { driftOf, type Drift } from "./drift.ts";
export { createExplainer, explain, type Explain, type Explanation } from "./explain.ts";
export { forestTables, leavesPerTree, type ForestTables, type TableColumn, type TreeGroup } from "./forest-tables.ts";
export { outputsOf, type Forest, type Objective, type Tree } from "./forest.ts";
export { keyHash, type KeyHash } from "./key-hash.ts";
export { answerOf, createPredictor, type ScoreSource, type Predicted, type PredictedParts, type Predictor } from "./predictor.ts";
export { readForest, UnreadableModel } from "./read-forest.ts";
export { reportBinary, type BinaryReport, type Quality, type Scored, type Threshold } from "./report/binary.ts";
export { reportMulticlass, type ClassQuality, type MulticlassReport, type ScoredClass } from "./report/multiclass.ts";
export { reportRegression, type NumberQuality, type RegressionReport, type ScoredNumber } from "./report/regression.ts";
export { sampleRows, type RowSample } from "./row-sample.ts";
export { bytesPerPerson, lookUp, readScores, writeScores, type Scores } from "./scores.ts";
export type { RawScorer } from "./raw-scorer.ts";
export { createScorer, type Scorer } from "./scorer.ts";
