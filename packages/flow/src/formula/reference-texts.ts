/** A formula is stored with the keys of fields, `runtime.f7`, and shown and typed with their names, `score`. */
import { findList, type FlowLists } from "../lists/flow-list.ts";
import type { Datasets, FieldName, FieldSource } from "../node-parts.ts";
import { unknownName } from "../references.ts";
import type { FormulaProblem, TextRange } from "./formula.ts";
import { bareReference, fieldReference } from "./print-formula.ts";
import { tokenize, type Token } from "./tokens.ts";
import { typeFormula } from "./type-formula.ts";

export interface ShownFormula {
  readonly text: string;
  /** Where a position of the stored text is in the shown one. */
  readonly position: (stored: number) => number;
}

/** Replaces references, also in a text that is not a formula yet. */
export function shownFormula(stored: string, reference: (source: FieldSource, key: string) => string): ShownFormula {
  const { text, replaced } = replaceTokens(stored, (token) => (token.kind === "field" ? reference(token.source, token.text) : undefined));
  return { text, position: (at) => mapPosition(at, replaced) };
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

/** References by name alone, without the dataset, for display only. */
export function bareReferences(fieldName: FieldName): (source: FieldSource, key: string) => string {
  return (source, key) => bareReference(fieldName(source, key));
}

/** Text as typed, with names, as it is stored. What refers to nothing, or to two fields, stays as it was typed. */
export function storedFormula(typed: string, datasets: Datasets): string {
  return store(typed, datasets).text;
}

/** Mistakes in a typed text, at its own character positions. */
export function typedProblems(typed: string, datasets: Datasets & FlowLists): readonly FormulaProblem[] {
  const { text, replaced } = store(typed, datasets);
  const fieldsOf = (source: FieldSource): Datasets["applicationDatasetFields"] =>
    source === "Application" ? datasets.applicationDatasetFields : datasets.runtimeDatasetFields;
  const type = (source: FieldSource, key: string) => fieldsOf(source).find((field) => field.key === key)?.type;
  const result = typeFormula(text, { type, list: (name) => findList(datasets, name) });
  if (result.ok) return [];
  const back = replaced.map(({ from, to, newFrom, newTo }) => ({ from: newFrom, to: newTo, newFrom: from, newTo: to }));
  return result.problems.map((problem) => ({ ...problem, from: mapPosition(problem.from, back), to: mapPosition(problem.to, back) }));
}

function store(typed: string, { applicationDatasetFields, runtimeDatasetFields }: Datasets): Replacement {
  const keyOf = (source: FieldSource, name: string): string | undefined =>
    (source === "Application" ? applicationDatasetFields : runtimeDatasetFields).find((field) => field.name === name)?.key;
  return replaceTokens(typed, (token, next) => {
    if (token.kind === "field") return fieldReference(token.source, keyOf(token.source, token.text) ?? unknownName);
    const isCall = next?.kind === "symbol" && next.text === "(";
    if (token.kind !== "name" && (token.kind !== "word" || isCall || bareReference(token.text) !== token.text)) return undefined;
    const [application, runtime] = [keyOf("Application", token.text), keyOf("Runtime", token.text)];
    if (application !== undefined && runtime !== undefined) return undefined;
    if (application !== undefined) return fieldReference("Application", application);
    return runtime === undefined ? undefined : fieldReference("Runtime", runtime);
  });
}

interface Replacement {
  readonly text: string;
  /** In order: where each reference was, and where it is in the new text. */
  readonly replaced: readonly (TextRange & { readonly newFrom: number; readonly newTo: number })[];
}

function replaceTokens(text: string, replace: (token: Token, next: Token | undefined) => string | undefined): Replacement {
  const { tokens } = tokenize(text);
  const replaced: Replacement["replaced"][number][] = [];
  let written = "";
  let copied = 0;
  for (const [index, token] of tokens.entries()) {
    const reference = replace(token, tokens[index + 1]);
    if (reference === undefined) continue;
    written += text.slice(copied, token.from);
    replaced.push({ from: token.from, to: token.to, newFrom: written.length, newTo: written.length + reference.length });
    written += reference;
    copied = token.to;
  }
  return { text: written + text.slice(copied), replaced };
}

/** Where a position of the old text is in the new one; inside a reference, where it begins. */
function mapPosition(at: number, replaced: Replacement["replaced"]): number {
  const before = replaced.findLast(({ from }) => from < at);
  if (before === undefined) return at;
  return at < before.to ? before.newFrom : at - before.to + before.newTo;
}
