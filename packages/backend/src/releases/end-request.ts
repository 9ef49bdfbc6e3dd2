import type { ReleasePolicy } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";

export interface EndedRequest {
  readonly requestId: string;
  /** The version that is live now: the request is shown against it from now on. */
  readonly liveVersionId: string | null;
  /** Its policy, which may change later. */
  readonly policy: ReleasePolicy;
  readonly status: "released" | "rejected" | "withdrawn";
  readonly releaseId?: string;
}

export async function endRequest(tx: Tx, { requestId, liveVersionId, policy, status, releaseId }: EndedRequest): Promise<void> {
  await tx
    .updateTable("release_requests")
    .set({
      status,
      live_version_id: liveVersionId,
      ended_policy: JSON.stringify(policy),
      ...(releaseId === undefined ? {} : { release_id: releaseId }),
    })
    .where("id", "=", requestId)
    .execute();
}
