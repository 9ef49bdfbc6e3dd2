import { findPolicy, type FoundPolicy } from "@airlock/backend/releases";
import { linksOf, type Link, type ReleasePolicyFields, type Resource } from "@airlock/contract";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { done, nothing } from "../outcome.ts";
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
    done(ofSolution(actor, solution, await findPolicy(tx, actor.organisationId, solution.id))),
  );

  router.object("solution.releasePolicy.update", solutionSubject, async ({ actor, tx, body }, solution) => {
    await savePolicy(tx, actor, body, solution.id);
    return done(ofSolution(actor, solution, await findPolicy(tx, actor.organisationId, solution.id)));
  });

  router.object("solution.releasePolicy.delete", solutionSubject, async ({ tx }, solution) => {
    await deletePolicy(tx, solution.id);
    return nothing;
  });
}

function ofOrganisation(actor: Actor, found: FoundPolicy): Resource<ReleasePolicyFields> {
  return resource(found, linksOf("profile", {}, {}, actor.permissions)["releasePolicy"]);
}

function ofSolution(actor: Actor, solution: SolutionRow, found: FoundPolicy): Resource<ReleasePolicyFields> {
  return resource(found, linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions)["releasePolicy"]);
}

function resource({ policy, isOwn }: FoundPolicy, self: Link | undefined): Resource<ReleasePolicyFields> {
  return { _embedded: { ...policy, isOwn }, _links: self === undefined ? {} : { self } };
}
