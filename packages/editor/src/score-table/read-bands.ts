import type { RangeScoreItem } from "@airlock/flow";
import { readCells } from "../cells/read-cells.ts";
import { findNumberStyle, toNumberText, type NumberStyle } from "./number-style.ts";
import { doubtText, findColumns, readLines, withoutHead, type ReadTable } from "./read-table.ts";

const interval = /^\s*([[(])\s*([^;\])]*?)\s*[;,]\s*([^;\])]*?)\s*([\])])\s*$/;
const comparison = /^\s*(<=|>=|<|>|≤|≥)\s*(.+)$/;

type Ends = Pick<RangeScoreItem, "rangeFromIncludeExclude" | "rangeFrom" | "rangeTo" | "rangeToIncludeExclude">;

/**
 * Bands from a pasted table. Either from, to, points and a reason code in columns, or the band in one: [540, 600), < 18, >= 620. A heading
 * is recognised by its words and may have the columns in another order.
 */
export function readBands(text: string, newId: () => string): ReadTable<RangeScoreItem> {
  const cells = readCells(text);
  const { head, body } = withoutHead(cells);
  if (body.length === 0) return { ok: false, problem: "There is no table to paste." };
  const isOne = body.every(([first = ""]) => interval.test(first) || comparison.test(first));
  const columns = findColumns(head, isOne ? ["band", "score", "reasonCode"] : ["from", "to", "score", "reasonCode"]);
  const found = findNumberStyle(body.flatMap((row) => numbersOf(row, columns)));
  if (found.doubtful !== undefined) return { ok: false, problem: doubtText(found.doubtful) };

  const rows = readLines<RangeScoreItem>(body, head, (row) => {
    const cell = (name: string): string => row[columns[name] ?? -1]?.trim() ?? "";
    const ends = isOne ? readBand(cell("band"), found.style) : readEnds(cell("from"), cell("to"), found.style);
    if (typeof ends === "string") return `'${ends}' is not the end of a band`;
    const score = cell("score") === "" ? "" : toNumberText(cell("score"), found.style);
    if (score === undefined) return `'${cell("score")}' is not a number of points`;
    return { id: newId(), ...ends, score, reasonCode: cell("reasonCode") };
  });
  return { ok: true, rows };
}

/** All cells of a row that should be numbers, the ends of a band in one cell among them. */
function numbersOf(row: readonly string[], columns: Readonly<Record<string, number>>): readonly string[] {
  const ends = (text: string): readonly string[] => {
    const [, , from = "", to = ""] = interval.exec(text) ?? [];
    return [from, to, comparison.exec(text)?.[2] ?? ""];
  };
  return row.flatMap((cell, column) => (column === columns["reasonCode"] ? [] : column === columns["band"] ? ends(cell) : cell));
}

function readEnds(from: string, to: string, style: NumberStyle): Ends | string {
  const rangeFrom = endText(from, style);
  const rangeTo = endText(to, style);
  if (rangeFrom === undefined) return from;
  if (rangeTo === undefined) return to;
  return { rangeFromIncludeExclude: "[", rangeFrom, rangeTo, rangeToIncludeExclude: ")" };
}

function readBand(text: string, style: NumberStyle): Ends | string {
  const [, open, from = "", to = "", close] = interval.exec(text) ?? [];
  if (open !== undefined) {
    const ends = readEnds(from, to, style);
    if (typeof ends === "string") return ends;
    return { ...ends, rangeFromIncludeExclude: open === "(" ? "(" : "[", rangeToIncludeExclude: close === "]" ? "]" : ")" };
  }
  const [, operator = "", operand = ""] = comparison.exec(text) ?? [];
  const bound = toNumberText(operand, style);
  if (bound === undefined) return operand;
  const everything: Ends = { rangeFromIncludeExclude: "[", rangeFrom: "", rangeTo: "", rangeToIncludeExclude: ")" };
  if (operator === "<") return { ...everything, rangeTo: bound };
  if (operator === "<=" || operator === "≤") return { ...everything, rangeTo: bound, rangeToIncludeExclude: "]" };
  return { ...everything, rangeFrom: bound, rangeFromIncludeExclude: operator === ">" ? "(" : "[" };
}

/** An end may be open: empty, a dash, infinity in any spelling. */
function endText(text: string, style: NumberStyle): string | undefined {
  return /^(?:|-|–|[-+]?(?:∞|inf(?:inity)?)|min|max)$/i.test(text) ? "" : toNumberText(text, style);
}
