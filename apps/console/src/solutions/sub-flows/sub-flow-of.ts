import type { DefinitionFields, Resource } from "@airlock/contract";
import type { SubFlow } from "@airlock/flow";
import { definitionIn } from "../../api/definition-in.ts";
import type { Version } from "../../parts/versions/resources.ts";

/** A version as the copy of it that a flow has. */
export function subFlowOf({ _embedded }: Version, definition: Resource<DefinitionFields>): SubFlow {
  const { webSafeString, versionName, entityWss, solutionName, behaviour } = _embedded;
  return {
    versionId: webSafeString,
    name: versionName,
    solutionId: entityWss,
    solutionName,
    behaviour,
    definition: definitionIn(definition),
  };
}
