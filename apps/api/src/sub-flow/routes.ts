import type { Router } from "../http/router.ts";
import { done, isRefused } from "../outcome.ts";
import { solutionSubject } from "../solution/subject.ts";
import { subFlowsPage, usesPage } from "./resource.ts";
import { listSubFlows, listUses } from "./use-store.ts";

export function subFlowRoutes(router: Router): void {
  router.object("solution.uses", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listUses(tx, solution.id, query);
    return isRefused(page) ? page : done(usesPage({ actor, solution, query }, page));
  });

  router.object("solution.subFlows", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listSubFlows(tx, solution.id, query);
    return isRefused(page) ? page : done(subFlowsPage({ actor, solution, query }, page));
  });
}
