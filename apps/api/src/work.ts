import { logFor } from "@airlock/platform";
import { carryOut } from "./deployment/carry-out.ts";
import { publishKeys } from "./key/publish.ts";
import type { Parts } from "./parts.ts";

/**
 * The jobs that finish what a request began: they were stored with the change itself, so that a process that dies between the commit
 * and the runtimes leaves nothing undone. Usually the request was faster and they find nothing to do.
 */
export async function workJobs(parts: Parts): Promise<void> {
  await parts.jobs.work("deployment.publish", async ({ organisationId, versionId }, origin) => {
    const result = await carryOut({ ...parts, log: logFor(parts.log, origin) }, { organisationId, userId: null }, versionId);
    if (result.kind === "unreachable" || result.kind === "open") throw new Error(`The deployment of ${versionId} is ${result.kind}.`);
  });
  await parts.jobs.work("keys.publish", async ({ organisationId, keyIds }) => publishKeys(parts, organisationId, keyIds));
}
