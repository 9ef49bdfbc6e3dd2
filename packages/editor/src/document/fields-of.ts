import type { DatasetField, FieldName, FieldSource } from "@airlock/flow";
import type { FlowDocument } from "./flow-document.ts";

export function fieldsOf(document: FlowDocument, source: FieldSource): readonly DatasetField[] {
  return source === "Application" ? document.applicationFields : document.runtimeFields;
}

/** Field lists are shared between documents until a field changes, so an index is built once for all of them. */
const byKey = new WeakMap<readonly DatasetField[], ReadonlyMap<string, DatasetField>>();

export function fieldOf(document: FlowDocument, source: FieldSource, key: string): DatasetField | undefined {
  const fields = fieldsOf(document, source);
  let index = byKey.get(fields);
  if (index === undefined) {
    index = new Map(fields.map((field) => [field.key, field]));
    byKey.set(fields, index);
  }
  return index.get(key);
}

/** Shows fields of this document by their names. */
export function fieldNameIn(document: FlowDocument): FieldName {
  return (source, key) => fieldOf(document, source, key)?.name ?? "unknown";
}
