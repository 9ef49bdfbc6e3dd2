import type { DeploymentEntry } from "@airlock/contract";
import type { Definition } from "@airlock/engine";
import { traceFields, type Bucket } from "@airlock/platform";
import type { JobData } from "@airlock/platform/jobs";
import type { Postgres } from "@airlock/platform/postgres";

export interface PublishDeploymentOptions {
  readonly postgres: Postgres;
  readonly deployments: () => Promise<Bucket<"deployments">>;
}

/**
 * Brings a version's entry in the bucket in line with its row: the row is what was asked for, the bucket is what runtimes hear.
 * The row stays locked until the entry is written, so that of two publishers the later one also writes later.
 */
export function createPublishDeployment(options: PublishDeploymentOptions) {
  return async function publishDeployment({ organisationId, versionId }: JobData["deployment.publish"]): Promise<void> {
    const bucket = await options.deployments();
    await options.postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
      const row = await tx.selectFrom("versions").selectAll().where("id", "=", versionId).forUpdate().executeTakeFirst();
      // Never asked to be served, or rolled back before it was.
      if (row === undefined || row.desired === null) return;
      const entry: DeploymentEntry = {
        versionId,
        solutionId: row.solution_id,
        organisationId,
        desired: row.deleted_at === null ? row.desired : "stopped",
        behaviour: row.behaviour,
        hash: row.hash,
        // Frozen text that the api validated when the version was made.
        definition: JSON.parse(row.definition) as Definition,
        ...traceFields(),
      };
      const known = (await bucket.get(versionId))?.value;
      // Writing the same again would make every runtime confirm it again.
      if (known?.desired === entry.desired && known.hash === entry.hash) return;
      await bucket.put(versionId, entry);
    });
  };
}
