/** Rollouts: ending them, and counting the decisions of their arms. */
export { approvalOf, endRollout, promoteRollout, type RolledOut } from "./end-rollout.ts";
export { countArms, countBuckets, countKnownOutcomes, type ArmCounts, type CountedRollout, type KnownOutcomeSource } from "./arm-counts.ts";
export { resultsOf } from "./results.ts";
export { stabilityIndex } from "./statistics.ts";
