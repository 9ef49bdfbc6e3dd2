import type { DefinitionFields, Resource } from "@airlock/contract";
import { parseDefinition, type Definition } from "@airlock/flow";

/** The definition in a response, without the metadata that the server adds. */
export function definitionIn(resource: Resource<DefinitionFields>): Definition {
  const parsed = parseDefinition(resource._embedded);
  if (!parsed.ok) throw new Error(`The definition cannot be read: ${parsed.problems[0]?.message ?? ""}`);
  return parsed.definition;
}
