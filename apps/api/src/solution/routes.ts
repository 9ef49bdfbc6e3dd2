import type { Tx } from "@airlock/platform/postgres";
import { isStale } from "../http/stale.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { done, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { solutionList, solutionResource } from "./resource.ts";
import { createSolution, deleteSolution, findSolution, listSolutions, updateSolution } from "./store.ts";
import { solutionSubject } from "./subject.ts";

export function solutionRoutes(router: Router, parts: Pick<Parts, "jobs">): void {
  router.user("solutions.list", async ({ actor, tx, query }) => {
    const page = await listSolutions(tx, query);
    return "kind" in page ? page : done(solutionList(actor, query, page));
  });

  router.user("solutions.create", async ({ actor, tx, body }) => read(tx, actor, await createSolution(tx, actor, body)));

  router.object("solution.read", solutionSubject, ({ actor }, row) => Promise.resolve(done(solutionResource(actor, row))));

  router.object("solution.update", solutionSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    await updateSolution(tx, row.id, body);
    return read(tx, actor, row.id);
  });

  router.object("solution.delete", solutionSubject, async ({ actor, tx, ids }, row) => {
    // None of them serves; the job only tidies up what runtimes remember.
    for (const versionId of await deleteSolution(tx, row.id)) {
      await parts.jobs.send(tx, "deployment.publish", { organisationId: actor.organisationId, versionId }, ids);
    }
    return nothing;
  });
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findSolution(tx, id, false);
  return row === undefined ? refuse("SOLUTION_NOT_FOUND") : done(solutionResource(actor, row));
}
