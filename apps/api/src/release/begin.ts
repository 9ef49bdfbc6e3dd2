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
  /** To be done after the commit; undefined for a release whose time has not come. Answers why it is not live everywhere. */
  readonly begin: (() => Promise<Refused | undefined>) | undefined;
}

/** Seconds until a release begins; 0 when it begins at once. */
export function secondsUntil(beginsDate: string | undefined): number {
  return beginsDate === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(beginsDate) - Date.now()) / 1000));
}

/** Stores a release with the job that begins it. Whether the policy allows it is the caller's to check. */
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

/** The problem of a release that is stored but that not every runtime answers by; undefined when they do. */
export function notBegun(begun: BegunRelease): Refused | undefined {
  if (begun.kind === "failed") return { kind: "refused", problem: { code: "RELEASE_FAILED", details: { reason: begun.message } } };
  // It was cancelled, or a later release has begun: its row says so.
  if (begun.kind === "notDue") return undefined;
  return notCarriedOut(begun);
}
