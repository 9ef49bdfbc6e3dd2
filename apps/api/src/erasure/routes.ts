import type { ErasureCreate } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import type { Subject } from "../http/subject.ts";
import { afterCommit, done, refuse, isRefused, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { findSolution } from "../solution/store.ts";
import { previewErasure } from "./preview.ts";
import { erasableFieldList, erasureList, erasureResource } from "./resource.ts";
import {
  cancelErasure,
  createErasure,
  erasableFields,
  erasableVersions,
  findErasure,
  listErasures,
  type ErasableVersion,
  type ErasureRow,
} from "./store.ts";

const erasureSubject: Subject<"erasure", ErasureRow> = {
  resource: "erasure",
  parameter: "erasureId",
  missing: "ERASURE_NOT_FOUND",
  find: findErasure,
  state: ({ status }) => ({ status }),
};

/** The versions to search, or why there are none. */
async function searchedVersions(tx: Tx, request: ErasureCreate): Promise<readonly ErasableVersion[] | Refused> {
  if (request.solutionWss !== undefined && (await findSolution(tx, request.solutionWss, false)) === undefined) {
    return refuse("SOLUTION_NOT_FOUND");
  }
  const versions = await erasableVersions(tx, request);
  return versions.length === 0 ? refuse("ERASURE_FIELD_UNKNOWN") : versions;
}

export function erasureRoutes(router: Router, parts: Parts): void {
  const { deletionDelaySeconds: delaySeconds } = parts;

  router.user("erasures.list", async ({ actor, tx, query }) => {
    const page = await listErasures(tx, query);
    return isRefused(page) ? page : done(erasureList(actor, query, page));
  });

  router.user("erasures.fields", async ({ actor, tx }) => done(erasableFieldList(actor, await erasableFields(tx))));

  router.user("erasures.preview", async ({ actor, tx, body, signal }) => {
    const versions = await searchedVersions(tx, body);
    if (isRefused(versions)) return versions;
    const { organisationId } = actor;
    return afterCommit(async () => {
      const counted = await unlessUnavailable(parts.log, "EXECUTIONS_UNAVAILABLE", () =>
        previewErasure({ clickhouse: parts.clickhouse, organisationId, signal }, versions, body.value),
      );
      if (isRefused(counted)) return counted;
      return done({ _embedded: { ...counted, delaySeconds }, _links: {} });
    });
  });

  router.user("erasures.create", async ({ actor, tx, body, ids }) => {
    const versions = await searchedVersions(tx, body);
    if (isRefused(versions)) return versions;
    const id = await createErasure(tx, actor, body, { versions: versions.length, delaySeconds });
    const job = { organisationId: actor.organisationId, erasureId: id };
    await parts.jobs.send(tx, "erasure.run", job, ids, { afterSeconds: delaySeconds });
    const row = await findErasure(tx, id);
    return row === undefined ? refuse("ERASURE_NOT_FOUND") : done(erasureResource(actor, row));
  });

  router.object("erasure.read", erasureSubject, ({ actor }, row) => Promise.resolve(done(erasureResource(actor, row))));

  // Its job finds it cancelled and ends.
  router.object("erasure.cancel", erasureSubject, async ({ actor, tx }, { id }) => {
    await cancelErasure(tx, id);
    const row = await findErasure(tx, id);
    return row === undefined ? refuse("ERASURE_NOT_FOUND") : done(erasureResource(actor, row));
  });
}
