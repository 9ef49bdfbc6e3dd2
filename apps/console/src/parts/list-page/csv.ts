import { downloadBlob } from "../../ui/format/download-blob.ts";
import type { Column } from "./column.ts";

/** What a spreadsheet takes for a formula, after the white space that it trims and with the full-width signs that it folds. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** A spreadsheet runs what begins like a formula; an apostrophe keeps it text. */
function cell(text: string): string {
  const harmless = formula.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvOf<Row>(columns: readonly Pick<Column<Row>, "title" | "text">[], rows: readonly Row[]): string {
  const shown = columns.flatMap((column) => (column.text ? [{ title: column.title, text: column.text }] : []));
  const lines = [shown.map((column) => cell(column.title)), ...rows.map((row) => shown.map((column) => cell(column.text(row))))];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

export function downloadText(fileName: string, text: string): void {
  // The byte order mark makes spreadsheets read the text as UTF-8.
  downloadBlob(fileName, new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
}
