/**
 * References in text, such as a web call's address: stored by key, `${application.f7}`, and shown by name, `${application.net_income}`. A
 * reference to nothing is `unknown` in both directions until the designer fixes it.
 */
import type { FieldSource } from "./node-parts.ts";
import type { Datasets } from "./node-parts.ts";
import type { FieldName } from "./node-parts.ts";

export const unknownName = "unknown";

/** A reference contains no brace, so a text is parsed in one pass and an unclosed one ends where the next begins. */
const reference = /\$\{(application|runtime)\.([^{}]*)\}/g;

export interface TextReference {
  readonly source: FieldSource;
  /** The key (in stored text) or name (in shown text). */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

const sourceOf = (prefix: string | undefined): FieldSource => (prefix === "application" ? "Application" : "Runtime");

export function referencesInText(text: string): readonly TextReference[] {
  if (!text.includes("${")) return [];
  return Array.from(text.matchAll(reference), (match) => ({
    source: sourceOf(match[1]),
    key: match[2] ?? "",
    from: match.index,
    to: match.index + match[0].length,
  }));
}

export function referenceText(source: FieldSource, key: string): string {
  return `\${${source === "Application" ? "application" : "runtime"}.${key}}`;
}

/** Stored text as shown to users, with names. */
export function referencesToNames(text: string, fieldName: FieldName): string {
  return text.replace(reference, (_, prefix: string, key: string) => {
    const source = sourceOf(prefix);
    return referenceText(source, fieldName(source, key));
  });
}

/** Text as typed, with names, as it is stored. */
export function referencesToKeys(text: string, definition: Datasets): string {
  return text.replace(reference, (_, prefix: string, name: string) => {
    const source = sourceOf(prefix);
    const field = fieldsOf(definition, source).find((candidate) => candidate.name === name);
    return referenceText(source, field?.key ?? unknownName);
  });
}

/**
 * `${secret.Name}` in a web call is replaced by a secret of the organisation, which is never part of a definition and never known to the
 * engine. The engine passes it on as a mark that no value can contain: unpaired surrogates, which are refused in every value. So the code
 * that fills in secrets can distinguish references written by the designer from text in a caller's values.
 */
const secret = /\$\{secret\.([A-Za-z]\w{0,63})\}/g;
// By code points: a value may contain pairs whose halves look the same.
const secretMark = /\ud800secret\.(\w+)\udc00/gu;

export function secretsInText(text: string): readonly string[] {
  return text.includes("${secret.") ? Array.from(text.matchAll(secret), (match) => match[1] ?? "") : [];
}

export function secretText(name: string): string {
  return `\${secret.${name}}`;
}

export function markSecrets(text: string): string {
  return text.includes("${secret.") ? text.replace(secret, "\ud800secret.$1\udc00") : text;
}

/** The names that are marked in a text of a web call, in order. */
export function markedSecrets(text: string): readonly { readonly name: string; readonly from: number }[] {
  return Array.from(text.matchAll(secretMark), (match) => ({ name: match[1] ?? "", from: match.index }));
}

export function fillMarkedSecrets(text: string, fill: (name: string) => string): string {
  return text.replace(secretMark, (_, name: string) => fill(name));
}

/** Looks up names by key, for everything that shows fields. */
export function fieldNames(definition: Datasets): FieldName {
  const byKey = {
    Application: new Map(definition.applicationDatasetFields.map((field) => [field.key, field.name])),
    Runtime: new Map(definition.runtimeDatasetFields.map((field) => [field.key, field.name])),
  };
  return (source, key) => byKey[source].get(key) ?? unknownName;
}

function fieldsOf(definition: Datasets, source: FieldSource): Datasets["applicationDatasetFields"] {
  return source === "Application" ? definition.applicationDatasetFields : definition.runtimeDatasetFields;
}
