import type { DatasetField, FieldSource } from "@airlock/flow";
import { putFields } from "../document/edit-document.ts";
import { fieldOf, fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { freeFieldName } from "../rules/field-name-rules.ts";
import type { ClipboardContent } from "./content.ts";

export interface MappedFields {
  /** The document with the fields that were missing. */
  readonly document: FlowDocument;
  readonly added: readonly DatasetField[];
  /** Keys by the keys on the clipboard. */
  readonly keys: Readonly<Record<FieldSource, ReadonlyMap<string, string>>>;
}

/**
 * Maps the fields that pasted nodes refer to. Within the same solution a field keeps its identity, even if it was renamed; in another one a
 * field of the same name and type is used, and missing ones are added.
 */
export function mapToDocument(document: FlowDocument, content: ClipboardContent, solution: string, newKey: () => string): MappedFields {
  let next = document;
  const added: DatasetField[] = [];
  const isHome = content.solution !== "" && content.solution === solution;
  const mapped = (source: FieldSource): ReadonlyMap<string, string> => {
    const keys = new Map<string, string>();
    for (const field of content.fields[source]) {
      const same = isHome ? fieldOf(next, source, field.key) : undefined;
      const alike = fieldsOf(next, source).find((one) => one.name === field.name && one.type === field.type);
      const known = same ?? alike;
      if (known !== undefined) {
        keys.set(field.key, known.key);
        continue;
      }
      const key = fieldOf(next, source, field.key) === undefined && isHome ? field.key : newKey();
      const fresh: DatasetField = { ...field, key, name: freeFieldName(next, source, field.name) };
      next = putFields(next, source, [...fieldsOf(next, source), fresh]);
      added.push(fresh);
      keys.set(field.key, key);
    }
    return keys;
  };
  const keys = { Application: mapped("Application"), Runtime: mapped("Runtime") };
  return { document: next, added, keys };
}
