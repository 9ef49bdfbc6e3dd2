import type { Log, WorkIds } from "@airlock/platform";
import { confirmKeys } from "@airlock/backend/deployments";
import type { Tx } from "@airlock/platform/postgres";
import { notCarriedOut } from "../deployment/not-carried-out.ts";
import { afterCommit, type Done, type Outcome } from "../outcome.ts";
import type { Parts } from "../parts.ts";

export interface KeyChange {
  readonly organisationId: string;
  readonly keyIds: readonly string[];
  /**
   * `revoked`: a key may lose a permission, so the response waits until every live runtime has confirmed it, and reports if that fails. `granted`:
   * keys only gain permissions, so the response waits briefly for the runtimes and is sent in any case.
   */
  readonly kind: "revoked" | "granted";
}

export interface KeyCall {
  readonly tx: Tx;
  readonly ids: WorkIds;
  readonly log: Log;
}

/** A caller can usually use a new key as soon as it is shown. The job publishes what is not published by then. */
const grantMillis = 2_000;

/** Stores the change as a job with the commit; then publishes it immediately and waits for the runtimes before it returns `value`. */
export async function publishKeyChange<T>(parts: Parts, call: KeyCall, change: KeyChange, value: Done<T>): Promise<Outcome<T>> {
  const { organisationId, keyIds, kind } = change;
  if (keyIds.length === 0) return value;
  await parts.jobs.send(call.tx, "keys.publish", { organisationId, keyIds }, call.ids);
  return afterCommit(async () => {
    const confirming = { ...parts, log: call.log };
    if (kind === "revoked") return notCarriedOut(await confirmKeys(confirming, organisationId, keyIds)) ?? value;
    await confirmKeys(confirming, organisationId, keyIds, grantMillis);
    return value;
  });
}
