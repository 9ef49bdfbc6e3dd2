import { beginRelease, type BegunRelease } from "@airlock/backend/deployments";
import { createRelease } from "@airlock/backend/releases";
import type { ReleaseCreate } from "@airlock/contract";
import type { WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { notCarriedOut } from "../deployment/not-carried-out.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";

export interface StartedRelease {
  readonly releaseId: string;
  /** To be called after the commit; undefined for a scheduled release. Returns why it is not live everywhere. */
  readonly begin: (() => Promise<Refused | undefined>) | undefined;
}

/** Seconds until a release starts; 0 if it starts immediately. */
export function secondsUntil(beginsDate: string | undefined): number {
  return beginsDate === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(beginsDate) - Date.now()) / 1000));
}

/** Stores a release with the job that starts it. The caller must check the policy. */
export async function startRelease(
  parts: Parts,
  { actor, tx, ids }: { readonly actor: Actor; readonly tx: Tx; readonly ids: WorkIds },
  solutionId: string,
  fields: ReleaseCreate,
): Promise<StartedRelease> {
  const releaseId = await createRelease(tx, actor.organisationId, solutionId, fields);
  const afterSeconds = secondsUntil(fields.beginsDate);
  await parts.jobs.send(tx, "release.begin", { organisationId: actor.organisationId, releaseId }, ids, { afterSeconds });
  return { releaseId, begin: afterSeconds > 0 ? undefined : async () => notBegun(await beginRelease(parts, actor, releaseId)) };
}

/** The problem of a release that is stored but not applied by every runtime; undefined if it is. */
export function notBegun(begun: BegunRelease): Refused | undefined {
  if (begun.kind === "failed") return { kind: "refused", problem: { code: "RELEASE_FAILED", details: { reason: begun.message } } };
  // It was cancelled, or a later release has started: its row has the state.
  if (begun.kind === "notDue") return undefined;
  return notCarriedOut(begun);
}
