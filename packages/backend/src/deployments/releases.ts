import type { ReleaseEntry } from "@airlock/contract";
import { traceFields, withSpan } from "@airlock/platform";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { carryOut, confirmMillis, type CarriedOut, type DeploymentParts } from "./carry-out.ts";
import { awaitReleaseConfirmation } from "./confirm.ts";
import { publishSigned, type SharedBucket } from "./publish.ts";
import { readRolloutEntries, sameRollouts } from "./rollout-entries.ts";
import { nextSequenceNumber } from "./desired-state.ts";

export interface ReleaseParts extends DeploymentParts {
  readonly releases: SharedBucket<"releases">;
}

/** `failed`: the runtimes cannot serve the version. `notDue`: it was cancelled, has ended, or is not due yet. */
export type BegunRelease = CarriedOut | { readonly kind: "failed"; readonly message: string } | { readonly kind: "notDue" };

/**
 * Starts a release. First every runtime serves its version, then one commit ends the previous release and makes this one live, then every runtime
 * applies it: no call is ever routed to a version that is not served. Idempotent: the request does it immediately, and the job that was stored with
 * the release repeats it in case the request died, or runs it when it is due.
 */
export async function beginRelease(parts: ReleaseParts, tenant: Tenant, releaseId: string): Promise<BegunRelease> {
  return withSpan("begin release", { attributes: { "airlock.release": releaseId } }, async () => {
    const due = await parts.postgres.inOrganisation(tenant, (tx) => orderVersion(tx, releaseId));
    if (due === undefined) return { kind: "notDue" };
    if (!due.isLive) {
      const served = await carryOut(parts, tenant, due.versionId);
      if (served.kind === "unreachable" || served.kind === "open") return served;
      if (served.kind === "error") {
        const isRolloutEnded = await parts.postgres.inOrganisation(tenant, (tx) => fail(tx, releaseId, served.message));
        if (isRolloutEnded) await confirmRelease(parts, tenant, due.solutionId);
        return { kind: "failed", message: served.message };
      }
    }
    const isLive = await parts.postgres.inOrganisation(tenant, (tx) => makeLive(tx, releaseId, due.solutionId));
    return isLive ? confirmRelease(parts, tenant, due.solutionId) : { kind: "notDue" };
  });
}

/** Updates the `releases` entry of a solution and waits until every live runtime has applied it. */
export async function confirmRelease(parts: ReleaseParts, tenant: Tenant, solutionId: string): Promise<CarriedOut> {
  let revision: number;
  try {
    revision = await publishRelease(parts, tenant, solutionId);
  } catch (error) {
    parts.log.warn({ err: error, solutionId }, "a release could not be published yet");
    return { kind: "unreachable" };
  }
  const state = await awaitReleaseConfirmation({ solutionId, revision }, parts.runtimes, confirmMillis);
  if (state.kind === "open") parts.log.warn({ solutionId, revision, runtimes: state.runtimes }, "a release is not confirmed");
  if (state.kind === "confirmed") {
    await parts.postgres.inOrganisation(tenant, (tx) =>
      tx
        .updateTable("releases")
        .set({ confirmed_at: sql<Date>`now()` })
        .where("solution_id", "=", solutionId)
        .where("status", "=", "live")
        .where("confirmed_at", "is", null)
        .execute(),
    );
  }
  return state;
}

/** Returns the revision of the bucket's entry. Idempotent. */
export function publishRelease(
  parts: { readonly postgres: Postgres; readonly releases: SharedBucket<"releases"> },
  tenant: Tenant,
  solutionId: string,
): Promise<number> {
  return publishSigned({
    bucket: parts.releases,
    key: solutionId,
    wanted: () => parts.postgres.inOrganisation(tenant, (tx) => readReleaseEntry(tx, solutionId)),
    same: sameEntry,
    nextSequence: () => nextSequenceNumber(parts.postgres),
  });
}

/** Deploys the version of a due release. Undefined if there is nothing to do. */
async function orderVersion(tx: Tx, releaseId: string) {
  const row = await tx
    .selectFrom("releases")
    .innerJoin("versions", "versions.id", "releases.version_id")
    .innerJoin("solutions", "solutions.id", "releases.solution_id")
    .where("releases.id", "=", releaseId)
    .where("solutions.deleted_at", "is", null)
    .where((where) =>
      where.or([
        where("releases.status", "=", "live"),
        where.and([where("releases.status", "=", "scheduled"), where("releases.begins_at", "<=", sql<Date>`now()`)]),
      ]),
    )
    .select(["releases.status", "releases.solution_id", "versions.id as version_id", "versions.desired", "versions.deployment_status"])
    .select("versions.deleted_at")
    .forUpdate("versions")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const found = { solutionId: row.solution_id, versionId: row.version_id };
  // A live release was served before; if its version was stopped since, that was deliberate.
  if (row.status === "live") return { ...found, isLive: true };
  if (row.deleted_at !== null) {
    await fail(tx, releaseId, "Its version was deleted.");
    return undefined;
  }
  await orderServing(tx, row);
  return { ...found, isLive: false };
}

/**
 * Sets a version to be served. The caller has locked its row. Its stored status is no proof that runtimes serve it: it is set here, before they have
 * the entry, so another process that begins the same release may read it. Only their leases are.
 */
export async function orderServing(
  tx: Tx,
  version: { readonly version_id: string; readonly desired: string | null; readonly deployment_status: string },
): Promise<void> {
  if (version.desired === "serving" && version.deployment_status === "serving") return;
  await tx
    .updateTable("versions")
    .set({ desired: "serving", deployment_status: "serving", deployment_message: "" })
    .where("id", "=", version.version_id)
    .execute();
}

/** Returns whether it is live now. Locks the solution's row, which serialises concurrent releases. */
async function makeLive(tx: Tx, releaseId: string, solutionId: string): Promise<boolean> {
  await tx.selectFrom("solutions").where("id", "=", solutionId).select("id").forUpdate().executeTakeFirst();
  const row = await tx.selectFrom("releases").where("id", "=", releaseId).select(["status", "number"]).executeTakeFirst();
  if (row?.status === "live") return true;
  if (row?.status !== "scheduled") return false;
  await tx
    .updateTable("releases")
    .set({ status: "ended", ended_at: sql<Date>`now()` })
    .where("solution_id", "=", solutionId)
    .where("status", "=", "live")
    .execute();
  await tx
    .updateTable("releases")
    .set({ status: "live", live_at: sql<Date>`now()` })
    .where("id", "=", releaseId)
    .execute();
  await endRollouts(tx, releaseId, solutionId);
  return true;
}

/**
 * Arms were compared with the version that was live and no longer is, so every release ends running rollouts, including the one that promotes them.
 */
async function endRollouts(tx: Tx, releaseId: string, solutionId: string): Promise<void> {
  const isPromoted = sql<boolean>`release_id is not null and release_id = ${releaseId}`;
  await tx
    .updateTable("rollouts")
    .set({
      status: sql`case when ${isPromoted} then 'promoted' else 'ended' end`,
      message: sql<string>`case when ${isPromoted} then '' else ${"Another version was released."} end`,
      ended_at: sql<Date>`now()`,
    })
    .where("solution_id", "=", solutionId)
    .where("status", "=", "running")
    .execute();
}

/** Returns whether it was to promote a rollout, which ends with it. */
async function fail(tx: Tx, releaseId: string, message: string): Promise<boolean> {
  await tx
    .updateTable("releases")
    .set({ status: "failed", message, ended_at: sql<Date>`now()` })
    .where("id", "=", releaseId)
    .where("status", "=", "scheduled")
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable("rollouts")
    .set({ status: "ended", message: `Its version could not be released. ${message}`, ended_at: sql<Date>`now()` })
    .where("release_id", "=", releaseId)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Undefined for a solution that is deleted or was never released, which runtimes need not know. */
async function readReleaseEntry(tx: Tx, solutionId: string): Promise<ReleaseEntry | undefined> {
  const row = await tx
    .selectFrom("releases")
    .innerJoin("solutions", "solutions.id", "releases.solution_id")
    .where("releases.solution_id", "=", solutionId)
    .where("releases.status", "=", "live")
    .where("solutions.deleted_at", "is", null)
    .select(["releases.id", "releases.number", "releases.version_id", "releases.organisation_id"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const keys = await tx
    .selectFrom("solution_keys")
    .where("solution_id", "=", solutionId)
    .where((where) => where.or([where("until", "is", null), where("until", ">", sql<Date>`now()`)]))
    .select(["key", "until"])
    .orderBy("key")
    .execute();
  return {
    solutionId,
    organisationId: row.organisation_id,
    releaseId: row.id,
    number: row.number,
    versionId: row.version_id,
    keys: keys.map(({ key, until }) => (until === null ? { key } : { key, until: until.toISOString() })),
    ...(await readRolloutEntries(tx, solutionId)),
    ...traceFields(),
  };
}

function sameEntry(a: ReleaseEntry, b: ReleaseEntry): boolean {
  const keysOf = ({ keys }: ReleaseEntry): string => keys.map(({ key, until = "" }) => `${key} ${until}`).join();
  return a.releaseId === b.releaseId && a.versionId === b.versionId && keysOf(a) === keysOf(b) && sameRollouts(a, b);
}
