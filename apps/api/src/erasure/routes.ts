import type { Router } from "../http/router.ts";
import type { Subject } from "../http/subject.ts";
import { done, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { findSolution } from "../solution/store.ts";
import { erasureList, erasureResource } from "./resource.ts";
import { countVersionsWith, createErasure, findErasure, listErasures, type ErasureRow } from "./store.ts";

const erasureSubject: Subject<"erasure", ErasureRow> = {
  resource: "erasure",
  parameter: "erasureId",
  missing: "ERASURE_NOT_FOUND",
  find: findErasure,
  state: () => ({}),
};

export function erasureRoutes(router: Router, parts: Parts): void {
  router.user("erasures.list", async ({ actor, tx, query }) => {
    const page = await listErasures(tx, query);
    return "kind" in page ? page : done(erasureList(actor, query, page));
  });

  router.user("erasures.create", async ({ actor, tx, body, ids }) => {
    if (body.solutionWss !== undefined && (await findSolution(tx, body.solutionWss, false)) === undefined) {
      return refuse("SOLUTION_NOT_FOUND");
    }
    const versions = await countVersionsWith(tx, body);
    if (versions === 0) return refuse("ERASURE_FIELD_UNKNOWN");
    const id = await createErasure(tx, actor, body, versions);
    await parts.jobs.send(tx, "erasure.run", { organisationId: actor.organisationId, erasureId: id }, ids);
    const row = await findErasure(tx, id);
    return row === undefined ? refuse("ERASURE_NOT_FOUND") : done(erasureResource(actor, row));
  });

  router.object("erasure.read", erasureSubject, ({ actor }, row) => Promise.resolve(done(erasureResource(actor, row))));
}
