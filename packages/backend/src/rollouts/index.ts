/** Rollouts: how they end. */
export { approvalOf, endRollout, promoteRollout, type RolledOut } from "./end-rollout.ts";
