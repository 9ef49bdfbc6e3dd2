import { carryOut } from "@airlock/backend/deployments";
import type { Router } from "../http/router.ts";
import type { UserCall } from "../http/call.ts";
import { afterCommit, done, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { isInRollout } from "../rollout/store.ts";
import { versionResource } from "../version/resource.ts";
import { deleteVersion, findVersion, orderDeployment, type VersionRow } from "../version/store.ts";
import { withLiveStatus } from "../version/live-status.ts";
import { liveVersionSubject } from "../version/subject.ts";
import { notCarriedOut } from "./not-carried-out.ts";

export function deploymentRoutes(router: Router, parts: Parts): void {
  const versionSubject = liveVersionSubject(parts.runtimes);
  router.object("version.deploy", versionSubject, (call, row) => order(parts, call, row, "serving"));
  router.object("version.stop", versionSubject, (call, row) => order(parts, call, row, "stopped"));

  router.object("version.delete", versionSubject, async (call, row) => {
    const { actor, tx } = call;
    if (await isInRollout(tx, row.id)) return refuse("VERSION_IN_ROLLOUT");
    await deleteVersion(tx, row.id);
    // A version that was never deployed has no bucket entry and no runtime that would have to remove it.
    if (row.desired === null) return nothing;
    await parts.jobs.send(tx, "deployment.publish", { organisationId: actor.organisationId, versionId: row.id }, call.ids);
    return afterCommit(async () => notCarriedOut(await carryOut(parts, actor, row.id)) ?? nothing);
  });
}

/** Stores the requested state and a job that publishes it in one transaction, so that a crash of this process loses neither. */
async function order(parts: Parts, call: UserCall<"version.deploy" | "version.stop">, row: VersionRow, desired: "serving" | "stopped") {
  const { actor, tx } = call;
  // Callers in its arm would meet a version that is not there.
  if (desired === "stopped" && (await isInRollout(tx, row.id))) return refuse("VERSION_IN_ROLLOUT");
  await orderDeployment(tx, row.id, desired);
  await parts.jobs.send(tx, "deployment.publish", { organisationId: actor.organisationId, versionId: row.id }, call.ids);
  return afterCommit(async () => {
    const refused = notCarriedOut(await carryOut(parts, actor, row.id));
    if (refused !== undefined) return refused;
    const changed = await parts.postgres.inOrganisation(actor, (after) => findVersion(after, row.id, false));
    return changed === undefined ? refuse("VERSION_NOT_FOUND") : done(versionResource(actor, withLiveStatus(changed, parts.runtimes)));
  });
}
