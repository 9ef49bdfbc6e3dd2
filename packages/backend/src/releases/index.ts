/** What releases need, and what they are made of. */
export { blockingGates } from "./blocking-gates.ts";
export { createRelease, liveVersion } from "./create-release.ts";
export { findApproval, wasLive, type Approval } from "./find-approval.ts";
export { findPolicy, type FoundPolicy } from "./find-policy.ts";
