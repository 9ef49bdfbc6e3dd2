/** Output cells of decision tables: what a matching row stores in a runtime field. */
import { literalWanted, readLiteral } from "../literal.ts";
import type { FieldType } from "../node-parts.ts";
import type { CellProblem } from "./read-cell.ts";

export type ReadOutput =
  /** `-`: the field stays as it is. */
  | { readonly kind: "nothing" }
  | { readonly kind: "literal"; readonly value: string | number }
  /** Behind `=`, as in a spreadsheet. */
  | { readonly kind: "formula"; readonly text: string; readonly from: number }
  | { readonly kind: "problem"; readonly problem: CellProblem };

export const nothingCell = "-";

export function readOutput(text: string, type: FieldType): ReadOutput {
  const trimmed = text.trim();
  if (trimmed === nothingCell) return { kind: "nothing" };
  if (trimmed === "") return problem(text, `This cell is empty. Write ${nothingCell} to leave the field as it is.`);
  if (trimmed.startsWith("=")) return { kind: "formula", text: trimmed.slice(1), from: text.indexOf("=") + 1 };
  if (type === "String") return readText(text, trimmed);
  const read = readLiteral(type === "Boolean" ? trimmed.toLowerCase() : trimmed, type);
  return read.ok ? { kind: "literal", value: read.value } : problem(text, `Write ${literalWanted[type]}, or = and a formula.`);
}

function readText(text: string, trimmed: string): ReadOutput {
  if (!trimmed.startsWith('"')) return { kind: "literal", value: trimmed };
  const inner = /^"((?:[^"]|"")*)"$/u.exec(trimmed)?.[1];
  if (inner === undefined)
    return problem(text, 'A text that begins with a quote ends with one too, and doubles those inside: "say ""no""".');
  return { kind: "literal", value: inner.replaceAll('""', '"') };
}

/** A text as an output cell has it. */
export function outputText(text: string): string {
  const isPlain = text !== "" && text === text.trim() && text !== nothingCell && !/^[="]/u.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

function problem(text: string, message: string): ReadOutput {
  return { kind: "problem", problem: { from: 0, to: text.length, message } };
}
