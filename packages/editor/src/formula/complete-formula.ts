import { bareReference, fieldReference, formulaFunctions, signatureText, type FunctionName } from "@airlock/flow";
import { fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";

export interface FormulaCompletion {
  /** Where the name that is being typed begins; it ends at the caret. */
  readonly from: number;
  readonly options: readonly FormulaOption[];
}

export interface FormulaOption {
  readonly kind: "application" | "runtime" | "function";
  /** As it is shown in the list: a field's name, or "daysBetween(from, to)". */
  readonly label: string;
  /** What is written. A function gets its opening parenthesis. */
  readonly text: string;
  /** The type of the value. */
  readonly type: string;
  readonly help: string;
}

/** A name in brackets that has no end yet, or a word, with the dataset before it if there is one. */
const opened = /(?:(application|runtime)\.)?(\[[^\]]*|[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*)?$/iu;

/** The fields and functions whose names have the typed part in them; those that begin with it are first. Undefined inside a text or a number. */
export function completeFormula(document: FlowDocument, text: string, caret: number): FormulaCompletion | undefined {
  const before = text.slice(0, caret);
  if (isInText(before) || /(?:^|[^\p{L}\p{M}\p{N}_\]])[0-9][0-9.]*$/u.test(before)) return undefined;
  const [whole = "", dataset, typed = ""] = opened.exec(before) ?? [];
  const part = typed.replace("[", "").toLowerCase();
  const source = dataset === undefined ? undefined : dataset.toLowerCase() === "application" ? "Application" : "Runtime";
  const options = [...fieldOptions(document, source), ...(source === undefined && !typed.startsWith("[") ? functionOptions : [])];
  const fitting = options.filter(({ label }) => nameOf(label).includes(part));
  const rank = ({ label }: FormulaOption): number => (nameOf(label).startsWith(part) ? 0 : 1);
  return { from: caret - whole.length, options: fitting.toSorted((one, other) => rank(one) - rank(other)) };
}

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
        return { kind, label: name, text, type, help: `A ${type} of the ${kind} data.` };
      }),
    );
}

const functionOptions: readonly FormulaOption[] = Object.entries(formulaFunctions).map(([name, { result, help, example }]) => ({
  kind: "function",
  // The keys of the table of functions are their names.
  label: signatureText(name as FunctionName),
  text: `${name}(`,
  type: result === "joined" ? "Value" : result === "rounded" ? "Number" : result,
  help: `${help} Example: ${example}`,
}));
