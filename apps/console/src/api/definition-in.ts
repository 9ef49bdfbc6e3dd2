import type { DefinitionFields, Resource } from "@airlock/contract";
import { parseDefinition, type Definition } from "@airlock/flow";

/** A definition off the wire, without what the server says about it. */
export function definitionIn(resource: Resource<DefinitionFields>): Definition {
  const parsed = parseDefinition(resource._embedded);
  if (!parsed.ok) throw new Error(`The definition cannot be read: ${parsed.problems[0]?.message ?? ""}`);
  return parsed.definition;
}
