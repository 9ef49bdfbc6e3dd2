import { beginRelease, type BegunRelease } from "@airlock/backend/deployments";
import { linksOf } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { notCarriedOut } from "../deployment/not-carried-out.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, isRefused, refuse, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { solutionState } from "../solution/resource.ts";
import { solutionSubject } from "../solution/subject.ts";
import { findVersion } from "../version/store.ts";
import { releaseList, releaseResource, releaseSubject } from "./resource.ts";
import { cancelRelease, createRelease, findRelease, listReleases, liveVersion } from "./store.ts";

export function releaseRoutes(router: Router, parts: Parts): void {
  router.object("solution.releases.list", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listReleases(tx, solution.id, query);
    const self = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions)["releases"];
    return isRefused(page) ? page : done(releaseList(actor, self, query, page));
  });

  router.object("solution.releases.create", solutionSubject, async ({ actor, tx, body, ids }, solution) => {
    const version = await findVersion(tx, body.versionWss, true);
    if (version === undefined || version.solution_id !== solution.id) return refuse("VERSION_NOT_FOUND");
    const delaySeconds = body.beginsDate === undefined ? 0 : Math.ceil((Date.parse(body.beginsDate) - Date.now()) / 1000);
    if (delaySeconds <= 0 && (await liveVersion(tx, solution.id)) === version.id) return refuse("VERSION_ALREADY_LIVE");
    const releaseId = await createRelease(tx, actor, solution.id, body);
    const data = { organisationId: actor.organisationId, releaseId };
    await parts.jobs.send(tx, "release.begin", data, ids, { afterSeconds: Math.max(0, delaySeconds) });
    const created = await read(tx, actor, releaseId);
    if (delaySeconds > 0) return created;
    return afterCommit(async () => {
      const refused = notBegun(await beginRelease(parts, actor, releaseId));
      if (refused !== undefined) return refused;
      const begun = await parts.postgres.inOrganisation(actor, (own) => read(own, actor, releaseId));
      // Its solution may have been deleted meanwhile.
      return isRefused(begun) ? created : begun;
    });
  });

  router.object("release.read", releaseSubject, ({ actor }, row) => Promise.resolve(done(releaseResource(actor, row))));

  router.object("release.cancel", releaseSubject, async ({ actor, tx }, row) => {
    await cancelRelease(tx, row.id);
    return read(tx, actor, row.id);
  });
}

/** The problem of a release that is stored but that not every runtime answers by; undefined when they do. */
function notBegun(begun: BegunRelease): Refused | undefined {
  if (begun.kind === "failed") return { kind: "refused", problem: { code: "RELEASE_FAILED", details: { reason: begun.message } } };
  // Somebody cancelled it, or a later release has begun: its row says so.
  if (begun.kind === "notDue") return undefined;
  return notCarriedOut(begun);
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findRelease(tx, id, false);
  return row === undefined ? refuse("RELEASE_NOT_FOUND") : done(releaseResource(actor, row));
}
