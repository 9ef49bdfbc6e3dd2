import type { ReleasePolicy } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import type { Actor } from "../identity/actor.ts";

export async function savePolicy(tx: Tx, actor: Actor, policy: ReleasePolicy, solutionId?: string): Promise<void> {
  const columns = {
    approvals: policy.approvals,
    own_approval: policy.ownApproval,
    bypass: policy.bypass,
    executions: policy.executions,
    gates: JSON.stringify(policy.gates),
    datasource: policy.datasource === null ? null : JSON.stringify(policy.datasource),
  };
  await tx
    .insertInto("release_policies")
    .values({
      id: solutionId ?? actor.organisationId,
      organisation_id: actor.organisationId,
      solution_id: solutionId ?? null,
      ...columns,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
}

export async function deletePolicy(tx: Tx, solutionId: string): Promise<void> {
  await tx.deleteFrom("release_policies").where("solution_id", "=", solutionId).execute();
}
