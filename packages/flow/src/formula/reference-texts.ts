/** A formula is stored with the keys of fields, `runtime.f7`, and shown and typed with their names, `score`. */
import type { Datasets, FieldName, FieldSource } from "../node-parts.ts";
import { unknownName } from "../references.ts";
import { bareReference, fieldReference } from "./print-formula.ts";
import { tokenize, type Token } from "./tokens.ts";

export interface ShownFormula {
  readonly text: string;
  /** Where a position of the stored text is in the shown one. */
  readonly position: (stored: number) => number;
}

/** Replaces references, also in a text that is not a formula yet. */
export function shownFormula(stored: string, reference: (source: FieldSource, key: string) => string): ShownFormula {
  const shifts: { readonly from: number; readonly to: number; readonly shownFrom: number; readonly shownTo: number }[] = [];
  const text = replaceTokens(stored, (token, shownFrom) => {
    if (token.kind !== "field") return undefined;
    const written = reference(token.source, token.text);
    shifts.push({ from: token.from, to: token.to, shownFrom, shownTo: shownFrom + written.length });
    return written;
  });
  const position = (at: number): number => {
    const shift = shifts.findLast(({ from }) => from < at);
    if (shift === undefined) return at;
    return at < shift.to ? shift.shownFrom : at - shift.to + shift.shownTo;
  };
  return { text, position };
}

/** References with the dataset only where both have a field of that name. */
export function shownReferences(datasets: Datasets): (source: FieldSource, key: string) => string {
  const { applicationDatasetFields, runtimeDatasetFields } = datasets;
  const names = { Application: namesByKey(applicationDatasetFields), Runtime: namesByKey(runtimeDatasetFields) };
  const runtimeNames = new Set(names.Runtime.values());
  const twice = new Set([...names.Application.values()].filter((name) => runtimeNames.has(name)));
  return (source, key) => {
    const name = names[source].get(key);
    if (name === undefined) return fieldReference(source, unknownName);
    return twice.has(name) ? fieldReference(source, name) : bareReference(name);
  };
}

const namesByKey = (fields: Datasets["applicationDatasetFields"]): ReadonlyMap<string, string> =>
  new Map(fields.map(({ key, name }) => [key, name]));

/** References by name alone, for reading only: the dataset is not said. */
export function bareReferences(fieldName: FieldName): (source: FieldSource, key: string) => string {
  return (source, key) => bareReference(fieldName(source, key));
}

/** Text as typed, with names, as it is stored. What refers to nothing, or to two fields, stays as it was typed. */
export function storedFormula(typed: string, { applicationDatasetFields, runtimeDatasetFields }: Datasets): string {
  const keyOf = (source: FieldSource, name: string): string | undefined =>
    (source === "Application" ? applicationDatasetFields : runtimeDatasetFields).find((field) => field.name === name)?.key;
  return replaceTokens(typed, (token, _, next) => {
    if (token.kind === "field") return fieldReference(token.source, keyOf(token.source, token.text) ?? unknownName);
    const isCall = next?.kind === "symbol" && next.text === "(";
    if (token.kind !== "name" && (token.kind !== "word" || isCall || bareReference(token.text) !== token.text)) return undefined;
    const [application, runtime] = [keyOf("Application", token.text), keyOf("Runtime", token.text)];
    if (application !== undefined && runtime !== undefined) return undefined;
    if (application !== undefined) return fieldReference("Application", application);
    return runtime === undefined ? undefined : fieldReference("Runtime", runtime);
  });
}

function replaceTokens(text: string, replace: (token: Token, at: number, next: Token | undefined) => string | undefined): string {
  const { tokens } = tokenize(text);
  let written = "";
  let copied = 0;
  for (const [index, token] of tokens.entries()) {
    const before = written + text.slice(copied, token.from);
    const replaced = replace(token, before.length, tokens[index + 1]);
    if (replaced === undefined) continue;
    written = before + replaced;
    copied = token.to;
  }
  return written + text.slice(copied);
}
