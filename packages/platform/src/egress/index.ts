export type { ConnectOut } from "./connect-out.ts";
export { createEgress, type Egress, type EgressAnswer, type EgressCall, type EgressOptions } from "./egress-client.ts";
export { createEgressPolicy, type EgressPolicy, type EgressPolicyOptions } from "./egress-policy.ts";
export { EgressRefusal, type EgressCode } from "./egress-refusal.ts";
export { withSecrets, type CallWithSecrets, type OpenSecret } from "./with-secrets.ts";
export { connectOutOf, egressOf, egressPolicyOf } from "./egress-of.ts";
