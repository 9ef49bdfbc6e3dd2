import { linksOf, type DefinitionFields, type Resource } from "@airlock/contract";
import type { Actor } from "../identity/actor.ts";
import { solutionState } from "../solution/resource.ts";
import type { SolutionRow } from "../solution/store.ts";
import type { StoredDefinition } from "./store.ts";

export function definitionResource(actor: Actor, solution: SolutionRow, stored: StoredDefinition): Resource<DefinitionFields> {
  const links = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions);
  const { definition: self, self: entity, versions } = links;
  return {
    _embedded: {
      ...stored.definition,
      validRuntime: stored.validRuntime,
      errors: stored.errors,
      revision: stored.revision,
    },
    _links: { ...(self && { self }), ...(entity && { entity }), ...(versions && { versions }) },
  };
}
