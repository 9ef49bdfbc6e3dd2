import type { ReleasePolicy } from "@airlock/contract";
import { gatesInUse } from "@airlock/contract/release-gates";
import { counted } from "../ui/format/numbers.ts";

/** 'Needs 2 approvals and 5 gates.' */
export function policyText(policy: ReleasePolicy): string {
  const gates = gatesInUse(policy.gates).length;
  const parts = [
    ...(policy.approvals === 0 ? [] : [counted(policy.approvals, "approval")]),
    ...(gates === 0 ? [] : [counted(gates, "gate")]),
  ];
  return parts.length === 0 ? "A release needs no request." : `A release needs ${parts.join(" and ")}.`;
}
