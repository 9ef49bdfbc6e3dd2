import {
  bareReference,
  fieldReference,
  formulaFunctions,
  openArgument,
  signatureText,
  type FlowList,
  type FunctionName,
} from "@airlock/flow";
import { fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";

export interface FormulaCompletion {
  /** Where the name that is being typed begins. */
  readonly from: number;
  /** Where it ends: at the caret, or behind the quote that closes it. */
  readonly to: number;
  readonly options: readonly FormulaOption[];
}

export interface FormulaOption {
  readonly kind: "application" | "runtime" | "function" | "list" | "column";
  /** As it is shown in the list: the name of a field, list or column, or "daysBetween(from, to)". */
  readonly label: string;
  /** The inserted text. A function gets its opening parenthesis, the name of a list or column its quotes. */
  readonly text: string;
  /** The type of the value. */
  readonly type: string;
  readonly help: string;
}

/** An unclosed name in brackets, or a word, with the dataset before it if there is one. */
const opened = /(?:(application|runtime)\.)?(\[[^\]]*|[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*)?$/iu;

/**
 * The fields and functions whose names contain the typed part; those that begin with it come first. In an argument that names a list or a
 * column, the lists or the columns of the list. Undefined inside other texts and numbers.
 */
export function completeFormula(
  document: FlowDocument,
  text: string,
  caret: number,
  lists: readonly FlowList[] = document.lists,
): FormulaCompletion | undefined {
  const before = text.slice(0, caret);
  const named = completeNamed(text, caret, lists);
  if (named !== undefined) return named;
  if (isInText(before) || /(?:^|[^\p{L}\p{M}\p{N}_\]])[0-9][0-9.]*$/u.test(before)) return undefined;
  const [whole = "", dataset, typed = ""] = opened.exec(before) ?? [];
  const source = dataset === undefined ? undefined : dataset.toLowerCase() === "application" ? "Application" : "Runtime";
  const options = [...fieldOptions(document, source), ...(source === undefined && !typed.startsWith("[") ? functionOptions : [])];
  return { from: caret - whole.length, to: caret, options: fitting(options, typed.replace("[", "")) };
}

function fitting(options: readonly FormulaOption[], typed: string): readonly FormulaOption[] {
  const part = typed.toLowerCase();
  const rank = ({ label }: FormulaOption): number => (nameOf(label).startsWith(part) ? 0 : 1);
  return options.filter(({ label }) => nameOf(label).includes(part)).toSorted((one, other) => rank(one) - rank(other));
}

/** The name of a list or column, with or without the quote that begins it. */
function completeNamed(text: string, caret: number, lists: readonly FlowList[]): FormulaCompletion | undefined {
  const before = text.slice(0, caret);
  const from = isInText(before) ? before.lastIndexOf('"') : caret - (/[\p{L}\p{M}\p{N}_]*$/u.exec(before)?.[0].length ?? 0);
  const argument = openArgument(text.slice(0, from));
  if (argument?.type !== "List" && argument?.type !== "Column") return undefined;
  const options = argument.type === "List" ? listOptions(lists) : columnOptions(lists.find(({ name }) => name === argument.list));
  const typed = before.slice(from).replace('"', "");
  // The editor of formulas writes the closing quote with the opening one.
  const to = isInText(before) && text[caret] === '"' ? caret + 1 : caret;
  return { from, to, options: fitting(options, typed) };
}

function listOptions(lists: readonly FlowList[]): readonly FormulaOption[] {
  return lists.map(({ name, keyType, columns }) => ({
    kind: "list",
    label: name,
    text: quoted(name),
    type: keyType,
    help: columns.length === 0 ? `A set of ${keyType} keys.` : `${keyType} keys with ${columns.map((column) => column.name).join(", ")}.`,
  }));
}

function columnOptions(list: FlowList | undefined): readonly FormulaOption[] {
  return (list?.columns ?? []).map(({ name, type }) => ({
    kind: "column",
    label: name,
    text: quoted(name),
    type,
    help: `${type} column of ${list?.name ?? ""}.`,
  }));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const nameOf = (label: string): string => label.replace(/\(.*$/, "").toLowerCase();

/** Quotes inside a text are doubled, so an odd number of them means that it has not ended. */
function isInText(before: string): boolean {
  return before.split('"').length % 2 === 0;
}

function fieldOptions(document: FlowDocument, source: "Application" | "Runtime" | undefined): readonly FormulaOption[] {
  const names = (["Application", "Runtime"] as const).map((one) => new Set(fieldsOf(document, one).map(({ name }) => name)));
  return (["Application", "Runtime"] as const)
    .filter((one) => source === undefined || one === source)
    .flatMap((one) =>
      fieldsOf(document, one).map(({ name, type }): FormulaOption => {
        const isInBoth = names.every((each) => each.has(name));
        const kind = one === "Application" ? "application" : "runtime";
        const text = isInBoth || source !== undefined ? fieldReference(one, name) : bareReference(name);
        return {
          kind,
          label: name,
          text,
          type,
          help: kind === "application" ? `A ${type} of the application data.` : `A ${type} of the runtime data.`,
        };
      }),
    );
}

const functionOptions: readonly FormulaOption[] = Object.entries(formulaFunctions).map(([name, { result, help, example }]) => ({
  kind: "function",
  // The keys of the table of functions are their names.
  label: signatureText(name as FunctionName),
  text: `${name}(`,
  type: result === "joined" ? "Value" : result === "rounded" ? "Number" : result === "column" ? "Column" : result,
  help: `${help} Example: ${example}`,
}));
