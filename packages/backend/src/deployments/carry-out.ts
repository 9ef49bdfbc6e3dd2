import type { DeploymentEntry } from "@airlock/contract";
import { awaitConfirmation, type Confirmation } from "./confirm.ts";
import { modelsOf, publishModels } from "./models.ts";
import { publishSigned, type SharedBucket } from "./publish.ts";
import { listsOf } from "./lists.ts";
import { scoresOf } from "./scores.ts";
import type { Runtimes } from "./runtimes.ts";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";
import { traceFields, withSpan, type Log } from "@airlock/platform";
import { nextSequenceNumber } from "./desired-state.ts";

export interface DeploymentParts {
  readonly postgres: Postgres;
  readonly deployments: SharedBucket<"deployments">;
  readonly models: SharedBucket<"models">;
  readonly scores: SharedBucket<"scores">;
  readonly lists: SharedBucket<"lists">;
  readonly runtimes: Runtimes;
  readonly log: Log;
}

export type CarriedOut = Confirmation | { readonly kind: "unreachable" };

/** Leases last five seconds: within this time every runtime has confirmed, has stopped, or has a problem. */
export const confirmMillis = 10_000;

/**
 * Publishes the state of a version from Postgres to the runtimes, waits for them and stores the result. Idempotent: the request does it immediately,
 * and the job that was stored with the change repeats it in case the request died.
 */
export async function carryOut(parts: DeploymentParts, tenant: Tenant, versionId: string): Promise<CarriedOut> {
  return withSpan("carry out deployment", { attributes: { "airlock.version": versionId } }, async () => {
    let revision: number;
    let wanted: DeploymentEntry | undefined;
    try {
      // What a version needs is published before it.
      await publishModels(parts, tenant, versionId);
      const read = async (): Promise<DeploymentEntry | undefined> => {
        wanted = await parts.postgres.inOrganisation(tenant, (tx) => readOrder(tx, versionId));
        return wanted;
      };
      revision = await publishSigned({
        bucket: parts.deployments,
        key: versionId,
        wanted: read,
        same: (a, b) => a.desired === b.desired && a.hash === b.hash,
        restricts: ({ desired }) => desired === "stopped",
        nextSequence: () => nextSequenceNumber(parts.postgres),
      });
    } catch (error) {
      parts.log.warn({ err: error, versionId }, "a deployment could not be published yet");
      await parts.postgres.inOrganisation(tenant, (tx) => recordUnreachable(tx, versionId));
      return { kind: "unreachable" };
    }
    const desired = wanted?.desired ?? "stopped";
    const state = await awaitConfirmation({ versionId, revision, desired }, parts.runtimes, confirmMillis);
    if (state.kind === "open") parts.log.warn({ versionId, revision, desired, runtimes: state.runtimes }, "a deployment is not confirmed");
    await parts.postgres.inOrganisation(tenant, (tx) => recordState(tx, versionId, desired, state));
    return state;
  });
}

/** Undefined for a version that is deleted or was never deployed, which runtimes need not know. */
async function readOrder(tx: Tx, versionId: string): Promise<DeploymentEntry | undefined> {
  const row = await tx
    .selectFrom("versions")
    .innerJoin("solutions", "solutions.id", "versions.solution_id")
    .where("versions.id", "=", versionId)
    .where("versions.deleted_at", "is", null)
    .select(["versions.solution_id", "versions.organisation_id", "versions.desired", "versions.behaviour", "versions.hash"])
    .select(["versions.definition", "versions.name", "versions.description", "solutions.name as solution_name"])
    .executeTakeFirst();
  if (row === undefined || row.desired === null) return undefined;
  const models = await modelsOf(tx, versionId);
  const scores = await scoresOf(tx, versionId);
  const lists = await listsOf(tx, versionId);
  return {
    versionId,
    solutionId: row.solution_id,
    organisationId: row.organisation_id,
    desired: row.desired,
    behaviour: row.behaviour,
    hash: row.hash,
    // Frozen text that was parsed when the version was created, and that no update can change.
    definition: JSON.parse(row.definition) as DeploymentEntry["definition"],
    names: { solution: row.solution_name, version: row.name, description: row.description },
    ...(models.length === 0 ? {} : { models }),
    ...(scores.length === 0 ? {} : { scores }),
    ...(lists.length === 0 ? {} : { lists }),
    ...traceFields(),
  };
}

/** Only if the desired state is unchanged: a later change has its own confirmation. */
async function recordState(tx: Tx, versionId: string, desired: "serving" | "stopped", state: Confirmation): Promise<void> {
  await tx
    .updateTable("versions")
    .set({ deployment_status: state.kind === "confirmed" ? desired : "error", deployment_message: messageOf(state) })
    .where("id", "=", versionId)
    .where("desired", "=", desired)
    .execute();
}

async function recordUnreachable(tx: Tx, versionId: string): Promise<void> {
  await tx
    .updateTable("versions")
    .set({ deployment_status: "error", deployment_message: "The runtimes cannot be reached yet." })
    .where("id", "=", versionId)
    .where("desired", "is not", null)
    .execute();
}

function messageOf(state: Confirmation): string {
  if (state.kind === "confirmed") return "";
  if (state.kind === "error") return state.message;
  return state.runtimes.length === 0 ? "No runtime has confirmed it yet." : `Not confirmed yet by ${state.runtimes.join(", ")}.`;
}
