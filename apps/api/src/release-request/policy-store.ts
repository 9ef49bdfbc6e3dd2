import type { ReleasePolicyUpdate } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import type { Actor } from "../identity/actor.ts";

/** False if the stored policy is not the one that the caller has seen. */
export async function savePolicy(
  tx: Tx,
  actor: Actor,
  { revision, ...policy }: ReleasePolicyUpdate,
  solutionId?: string,
): Promise<boolean> {
  const id = solutionId ?? actor.organisationId;
  const stored = await tx.selectFrom("release_policies").where("id", "=", id).select("revision").forUpdate().executeTakeFirst();
  if (revision !== undefined && revision !== (stored?.revision ?? null)) return false;
  const columns = {
    approvals: policy.approvals,
    own_approval: policy.ownApproval,
    bypass: policy.bypass,
    executions: policy.executions,
    gates: JSON.stringify(policy.gates),
    datasource: policy.datasource === null ? null : JSON.stringify(policy.datasource),
  };
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto("release_policies")
    .values({ id, organisation_id: actor.organisationId, solution_id: solutionId ?? null, ...columns })
    // There was no row to lock: of two callers who create the policy, the second one has not seen that of the first.
    .onConflict((conflict) => (revision === null ? conflict.column("id").doNothing() : conflict.column("id").doUpdateSet(columns)))
    .executeTakeFirstOrThrow();
  return rows === 1n;
}

/** False if the stored policy is not the one that the caller has seen. */
export async function deletePolicy(tx: Tx, solutionId: string, revision?: number): Promise<boolean> {
  const { numDeletedRows: rows } = await tx
    .deleteFrom("release_policies")
    .where("solution_id", "=", solutionId)
    .$if(revision !== undefined, (query) => query.where("revision", "=", revision ?? 0))
    .executeTakeFirst();
  return revision === undefined || rows > 0n;
}
