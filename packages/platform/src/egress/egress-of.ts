import { createEgress, type Egress } from "./egress-client.ts";
import { createEgressPolicy, type EgressPolicy } from "./egress-policy.ts";

/** The policy that an installation's environment asks for: what it opened, and its own parts, which stay closed. */
export function egressPolicyOf(allow: string, environment: Readonly<Record<string, string | undefined>> = process.env): EgressPolicy {
  const own = Object.entries(environment).flatMap(([name, value]) => (/^AIRLOCK_.*_(?:URL|ENDPOINT)$/.test(name) && value ? [value] : []));
  const opened = allow.split(",").map((entry) => entry.trim());
  return createEgressPolicy({ allow: opened.filter((entry) => entry !== ""), own });
}

export function egressOf(allow: string, environment?: Readonly<Record<string, string | undefined>>): Egress {
  return createEgress({ policy: egressPolicyOf(allow, environment) });
}
