import { isDeepStrictEqual } from "node:util";
import { findPolicy, type FoundPolicy } from "@airlock/backend/releases";
import { linksOf, type Link, type ReleasePolicy, type ReleasePolicyFields, type Resource } from "@airlock/contract";
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
    if (!(await savePolicy(tx, actor, body))) return refuse("EDIT_CONFLICT");
    return done(ofOrganisation(actor, await findPolicy(tx, actor.organisationId)));
  });

  router.object("solution.releasePolicy.read", solutionSubject, async ({ actor, tx }, solution) =>
    done(await ofSolution(tx, actor, solution)),
  );

  router.object("solution.releasePolicy.update", solutionSubject, async ({ actor, tx, body }, solution) => {
    const { policy: before } = await findPolicy(tx, actor.organisationId, solution.id);
    // First: a datasource that another user has removed meanwhile is a conflict, not a wrong one.
    if (!(await savePolicy(tx, actor, body, solution.id))) return refuse("EDIT_CONFLICT");
    return (await wrongDatasource(tx, actor, before, body)) ?? done(await ofSolution(tx, actor, solution));
  });

  router.object("solution.releasePolicy.delete", solutionSubject, async ({ tx, query }, solution) =>
    (await deletePolicy(tx, solution.id, query.revision)) ? nothing : refuse("EDIT_CONFLICT"),
  );
}

/** Why the policy may not use this datasource. One that it already uses is accepted, even if it was deleted. */
async function wrongDatasource(
  tx: Tx,
  actor: Actor,
  before: Pick<ReleasePolicy, "datasource">,
  { datasource }: Pick<ReleasePolicy, "datasource">,
): Promise<Refused | undefined> {
  if (datasource === null || isDeepStrictEqual(datasource, before.datasource)) return undefined;
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

function resource({ policy, ...found }: FoundPolicy, datasourceName: string | null, self: Link | undefined): Resource<ReleasePolicyFields> {
  return { _embedded: { ...policy, ...found, datasourceName }, _links: self === undefined ? {} : { self } };
}
