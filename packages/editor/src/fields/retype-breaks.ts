import { validate, type FieldSource, type FieldType, type Finding } from "@airlock/flow";
import type { Command } from "../commands/command.ts";
import { retypeField } from "../commands/fields.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";

/** What a change of type would break: the findings that the validator has after it and not before. */
export function retypeBreaks(document: FlowDocument, source: FieldSource, key: string, type: FieldType): readonly Finding[] {
  return newFindings(document, retypeField(source, key, type));
}

/** The findings that a command would cause; empty if it is refused. */
export function newFindings(document: FlowDocument, command: Command): readonly Finding[] {
  const executed = command(document);
  if (!executed.ok) return [];
  const known = new Set(validate(definitionOf(document)).map(placeOf));
  return validate(definitionOf(executed.document)).filter((finding) => !known.has(placeOf(finding)));
}

function placeOf({ code, nodeId, linkId, fieldKey, property, item }: Finding): string {
  return JSON.stringify([code, nodeId, linkId, fieldKey, property, item]);
}
