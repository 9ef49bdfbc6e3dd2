/** Executions in ClickHouse: searching, counting per minute, and counting for predictions. */
export { isLinkTaken, linkLetters, recordedText, recordPosition } from "./record-sql.ts";
export { erasableValue, retentionCutoff, type ErasableField } from "./erasable.ts";
export { searchExecutions, type ExecutionCondition, type ExecutionFilters, type SearchedVersion } from "./search.ts";
export { countedVersions, outcomeSourceOf, type CountedVersion, type OutcomeSource } from "./counted-version.ts";
export { quantileOf, type Durations } from "./duration-steps.ts";
export {
  detailedMinutes,
  detailMinutes,
  fittingSources,
  isUndetailed,
  shownOutcome,
  textArray,
  type OutcomeSources,
} from "./minute-details.ts";
export { countedMinutes, countMinutes, isUncounted, settleMillis } from "./minutes.ts";
export {
  keepPredictionHour,
  keepPredictionPairs,
  liveColumns,
  liveQuality,
  type LiveColumn,
  type LiveQuality,
  type LiveRange,
  type PredictionHour,
} from "./live-predictions.ts";
