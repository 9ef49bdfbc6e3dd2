import { isDeepStrictEqual } from "node:util";
import { findPolicy, type FoundPolicy } from "@airlock/backend/releases";
import { linksOf, type Link, type PolicyDatasource, type ReleasePolicyFields, type Resource } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { findDatasource } from "../datasource/store.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { done, nothing, refuse, type Refused } from "../outcome.ts";
import { solutionState } from "../solution/resource.ts";
import type { SolutionRow } from "../solution/store.ts";
import { solutionSubject } from "../solution/subject.ts";
import { deletePolicy, savePolicy } from "./policy-store.ts";

export function releasePolicyRoutes(router: Router): void {
  router.user("releasePolicy.read", async ({ actor, tx }) => done(ofOrganisation(actor, await findPolicy(tx, actor.organisationId))));

  router.user("releasePolicy.update", async ({ actor, tx, body }) => {
    await savePolicy(tx, actor, body);
    return done(ofOrganisation(actor, await findPolicy(tx, actor.organisationId)));
  });

  router.object("solution.releasePolicy.read", solutionSubject, async ({ actor, tx }, solution) =>
    done(await ofSolution(tx, actor, solution)),
  );

  router.object("solution.releasePolicy.update", solutionSubject, async ({ actor, tx, body }, solution) => {
    const refused = await wrongDatasource(tx, actor, solution, body.datasource);
    if (refused !== undefined) return refused;
    await savePolicy(tx, actor, body, solution.id);
    return done(await ofSolution(tx, actor, solution));
  });

  router.object("solution.releasePolicy.delete", solutionSubject, async ({ tx }, solution) => {
    await deletePolicy(tx, solution.id);
    return nothing;
  });
}

/** Why the policy may not use this datasource. One that it already uses is accepted, even if it was deleted. */
async function wrongDatasource(
  tx: Tx,
  actor: Actor,
  solution: SolutionRow,
  datasource: PolicyDatasource | null,
): Promise<Refused | undefined> {
  const { policy } = await findPolicy(tx, actor.organisationId, solution.id);
  if (datasource === null || isDeepStrictEqual(datasource, policy.datasource)) return undefined;
  // As for a comparison: users without the permission for experiments may not run versions over a datasource.
  if (!actor.permissions.has("experiment.update")) {
    return { kind: "refused", problem: { code: "PERMISSION_MISSING", details: { permission: "experiment.update" } } };
  }
  return (await findDatasource(tx, datasource.datasourceId, false)) === undefined ? refuse("DATASOURCE_NOT_FOUND") : undefined;
}

function ofOrganisation(actor: Actor, found: FoundPolicy): Resource<ReleasePolicyFields> {
  return resource(found, null, linksOf("profile", {}, {}, actor.permissions)["releasePolicy"]);
}

async function ofSolution(tx: Tx, actor: Actor, solution: SolutionRow): Promise<Resource<ReleasePolicyFields>> {
  const found = await findPolicy(tx, actor.organisationId, solution.id);
  const id = found.policy.datasource?.datasourceId;
  const datasource = id === undefined ? undefined : await findDatasource(tx, id, false);
  const links = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions);
  return resource(found, datasource?.name ?? null, links["releasePolicy"]);
}

function resource({ policy, isOwn }: FoundPolicy, datasourceName: string | null, self: Link | undefined): Resource<ReleasePolicyFields> {
  return { _embedded: { ...policy, datasourceName, isOwn }, _links: self === undefined ? {} : { self } };
}
