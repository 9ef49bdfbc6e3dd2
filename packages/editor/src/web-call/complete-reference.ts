import { referenceText, secretText, type FieldType } from "@airlock/flow";
import { fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";

export interface Completion {
  /** The part of the text that a choice replaces. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

interface CompletionOption {
  /** The text to insert: `${application.net_income}`. */
  readonly text: string;
  readonly name: string;
  readonly dataset: "application" | "runtime" | "secret";
  /** Absent for a secret, which is always sent as text. */
  readonly type?: FieldType;
}

const opened = /\$\{?([a-z]*)(?:\.([^{}$\s]*))?$/i;

/**
 * Fields to offer while the user types `${`, `${app` or `${runtime.to` in a URL, header or body, and the names of secrets; undefined
 * elsewhere.
 */
export function completeReference(
  document: FlowDocument,
  text: string,
  caret: number,
  secrets: readonly string[] = [],
): Completion | undefined {
  const before = opened.exec(text.slice(0, caret));
  if (before === null) return undefined;
  const [whole, prefix = "", typed] = before;
  const isBare = typed === undefined;
  const wanted = (typed ?? prefix).toLowerCase();
  const options: CompletionOption[] = [];
  for (const source of ["Application", "Runtime"] as const) {
    const dataset = source === "Application" ? "application" : "runtime";
    const isThis = dataset.startsWith(prefix.toLowerCase());
    // Before the point, users may also type the name of the field.
    for (const { name, type } of fieldsOf(document, source)) {
      const isNamed = name.toLowerCase().includes(wanted);
      if (isBare ? isThis || isNamed : dataset === prefix.toLowerCase() && isNamed) {
        options.push({ text: referenceText(source, name), name, dataset, type });
      }
    }
  }
  for (const name of secrets) {
    const isNamed = name.toLowerCase().includes(wanted);
    const isSecret = isBare ? "secret".startsWith(prefix.toLowerCase()) || isNamed : prefix.toLowerCase() === "secret" && isNamed;
    if (isSecret) options.push({ text: secretText(name), name, dataset: "secret" });
  }
  const isStart = ({ name }: CompletionOption): number => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  const rest = /^[^{}$\s]*\}/.exec(text.slice(caret))?.[0] ?? "";
  return { from: caret - whole.length, to: caret + rest.length, options: options.sort((a, b) => isStart(a) - isStart(b)) };
}
