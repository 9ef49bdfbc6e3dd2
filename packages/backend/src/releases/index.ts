/** Creating releases, and the policy, gates and approvals that they need. */
export { blockingGates } from "./blocking-gates.ts";
export { createRelease, liveVersion } from "./create-release.ts";
export { endRequest } from "./end-request.ts";
export { findApproval, wasLive, type Approval } from "./find-approval.ts";
export { findPolicy, type FoundPolicy } from "./find-policy.ts";
