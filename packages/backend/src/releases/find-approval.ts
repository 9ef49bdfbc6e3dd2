import { needsRequest, type GateResult, type ReleasePolicy } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { blockingGates } from "./blocking-gates.ts";
import { findPolicy } from "./find-policy.ts";

/**
 * Whether a version may answer callers. `notNeeded`: the policy requires nothing, or the version was live before. `approved`: by its open request.
 * `checking`: it has the approvals, and its gates are running again. `missing`: anything else.
 */
export type Approval =
  | { readonly kind: "notNeeded" | "missing" | "checking" }
  | { readonly kind: "approved"; readonly requestId: string; readonly liveVersionId: string | null; readonly policy: ReleasePolicy };

interface Judged {
  readonly organisationId: string;
  readonly solutionId: string;
  readonly versionId: string;
}

/** With `lock` the open request cannot change until the commit; required for every change that lets the version answer callers. */
export async function findApproval(tx: Tx, { organisationId, solutionId, versionId }: Judged, lock: boolean): Promise<Approval> {
  const { policy } = await findPolicy(tx, organisationId, solutionId);
  // A version that was live before met the policy of its time, and a rollback must not wait for an approval.
  if (!needsRequest(policy) || (await wasLive(tx, solutionId, versionId))) return { kind: "notNeeded" };
  const request = await tx
    .selectFrom("release_requests as request")
    .leftJoin("releases as live", (join) => join.onRef("live.solution_id", "=", "request.solution_id").on("live.status", "=", "live"))
    .where("request.solution_id", "=", solutionId)
    .where("request.version_id", "=", versionId)
    .where("request.status", "=", "open")
    .select(["request.id", "request.gates_state", "live.version_id as live_version_id"])
    // Written by the worker in this form.
    .select(sql<readonly GateResult[]>`request.gates`.as("gates"))
    .$if(lock, (query) => query.forUpdate("request"))
    .executeTakeFirst();
  if (request === undefined) return { kind: "missing" };
  // Read after the lock: an approval that was voided in the meantime no longer counts.
  const { approvals } = await tx
    .selectFrom("release_request_events")
    .where("request_id", "=", request.id)
    .where("version_id", "=", versionId)
    .where("kind", "=", "approved")
    .where("is_void", "=", false)
    .select(sql<number>`count(*)::int`.as("approvals"))
    .executeTakeFirstOrThrow();
  if (approvals < policy.approvals) return { kind: "missing" };
  if (blockingGates({ ...request, policy }).length === 0) {
    return { kind: "approved", requestId: request.id, liveVersionId: request.live_version_id, policy };
  }
  return { kind: request.gates_state === "running" ? "checking" : "missing" };
}

export async function wasLive(tx: Tx, solutionId: string, versionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("releases")
    .where("solution_id", "=", solutionId)
    .where("version_id", "=", versionId)
    .where("live_at", "is not", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}
