import { gatesInUse, type GateName, type GateResult, type ReleasePolicy } from "@airlock/contract";

export interface JudgedGates {
  readonly gates: readonly GateResult[];
  readonly gates_state: "running" | "done";
  readonly policy: ReleasePolicy;
}

/** The gates of the policy that do not hold; one that has no result yet does not. */
export function blockingGates({
  gates,
  policy,
  gates_state,
}: JudgedGates): readonly { readonly gate: GateName; readonly result: GateResult | undefined }[] {
  return gatesInUse(policy.gates).flatMap((gate) => {
    const result = gates_state === "running" ? undefined : gates.find((one) => one.gate === gate);
    return result?.status === "passed" || result?.status === "notApplicable" ? [] : [{ gate, result }];
  });
}
