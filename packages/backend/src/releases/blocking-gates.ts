import { wantedGates, type GateResult, type ReleasePolicy, type WantedGate } from "@airlock/contract";

export interface JudgedGates {
  readonly gates: readonly GateResult[];
  readonly gates_state: "running" | "done";
  readonly policy: Pick<ReleasePolicy, "gates" | "datasource">;
}

export interface BlockingGate extends WantedGate {
  readonly result: GateResult | undefined;
}

/** The gates of the policy that did not pass, including those without a result yet. */
export function blockingGates({ gates, policy, gates_state }: JudgedGates): readonly BlockingGate[] {
  return wantedGates(policy).flatMap((wanted) => {
    const result = gates_state === "running" ? undefined : gates.find(({ gate, over }) => gate === wanted.gate && over === wanted.over);
    return result?.status === "passed" || result?.status === "notApplicable" ? [] : [{ ...wanted, result }];
  });
}
