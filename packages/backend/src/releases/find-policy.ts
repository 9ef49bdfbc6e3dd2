import { noReleasePolicy, policyDatasource, releaseGates, type ReleasePolicy } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

export interface FoundPolicy {
  readonly policy: ReleasePolicy;
  /** For a solution: whether the policy is its own. */
  readonly isOwn: boolean;
  /** Null if there is none, and for a solution without a policy of its own. */
  readonly revision: number | null;
}

/** The release policy of the solution; without one, the organisation's, which applies to all solutions without their own. */
export async function findPolicy(tx: Tx, organisationId: string, solutionId?: string): Promise<FoundPolicy> {
  const rows = await tx
    .selectFrom("release_policies")
    .where("id", "in", solutionId === undefined ? [organisationId] : [solutionId, organisationId])
    .select(["solution_id", "approvals", "own_approval", "bypass", "executions", "gates", "datasource", "revision"])
    .orderBy(sql`solution_id is null`)
    .execute();
  const row = rows[0];
  if (row === undefined) return { policy: noReleasePolicy, isOwn: false, revision: null };
  const { approvals, own_approval: ownApproval, bypass, executions } = row;
  return {
    policy: {
      approvals,
      ownApproval,
      bypass,
      executions,
      datasource: policyDatasource.nullable().parse(row.datasource),
      gates: releaseGates.parse(row.gates),
    },
    isOwn: row.solution_id !== null,
    revision: row.solution_id === (solutionId ?? null) ? row.revision : null,
  };
}
