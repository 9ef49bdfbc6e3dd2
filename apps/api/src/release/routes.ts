import { findPolicy, liveVersion, wasLive } from "@airlock/backend/releases";
import { linksOf, needsRequest } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, isRefused, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { solutionState } from "../solution/resource.ts";
import { solutionSubject } from "../solution/subject.ts";
import { findVersion } from "../version/store.ts";
import { secondsUntil, startRelease } from "./begin.ts";
import { releaseList, releaseResource, releaseSubject } from "./resource.ts";
import { cancelRelease, findRelease, listReleases } from "./store.ts";

export function releaseRoutes(router: Router, parts: Parts): void {
  router.object("solution.releases.list", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listReleases(tx, solution.id, query);
    const self = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions)["releases"];
    return isRefused(page) ? page : done(releaseList(actor, self, query, page));
  });

  router.object("solution.releases.create", solutionSubject, async ({ actor, tx, body, ids }, solution) => {
    const version = await findVersion(tx, body.versionWss, true);
    if (version === undefined || version.solution_id !== solution.id) return refuse("VERSION_NOT_FOUND");
    if (secondsUntil(body.beginsDate) === 0 && (await liveVersion(tx, solution.id)) === version.id) return refuse("VERSION_ALREADY_LIVE");
    const { policy } = await findPolicy(tx, actor.organisationId, solution.id);
    // A version that was live before met the policy of its time: a rollback must not wait for an approval.
    if (needsRequest(policy) && !(await wasLive(tx, solution.id, version.id))) return refuse("RELEASE_NEEDS_REQUEST");
    const { releaseId, begin } = await startRelease(parts, { actor, tx, ids }, solution.id, body);
    const created = await read(tx, actor, releaseId);
    if (begin === undefined) return created;
    return afterCommit(async () => {
      const refused = await begin();
      if (refused !== undefined) return refused;
      const begun = await parts.postgres.inOrganisation(actor, (own) => read(own, actor, releaseId));
      // Its solution may have been deleted in the meantime.
      return isRefused(begun) ? created : begun;
    });
  });

  router.object("release.read", releaseSubject, ({ actor }, row) => Promise.resolve(done(releaseResource(actor, row))));

  router.object("release.cancel", releaseSubject, async ({ actor, tx }, row) => {
    await cancelRelease(tx, row.id);
    return read(tx, actor, row.id);
  });
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findRelease(tx, id, false);
  return row === undefined ? refuse("RELEASE_NOT_FOUND") : done(releaseResource(actor, row));
}
