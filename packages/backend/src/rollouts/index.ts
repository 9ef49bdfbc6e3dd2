/** Rollouts: how they end, and what their arms decided. */
export { approvalOf, endRollout, promoteRollout, type RolledOut } from "./end-rollout.ts";
export { countArms, countBuckets, countKnownOutcomes, type ArmCounts, type CountedRollout, type KnownOutcomeSource } from "./arm-counts.ts";
export { resultsOf } from "./results.ts";
export { stabilityIndex } from "./statistics.ts";
