import type { Column } from "./column.ts";

/** A spreadsheet runs what begins like a formula; an apostrophe keeps it text. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const told = columns.flatMap((column) => (column.text ? [{ title: column.title, text: column.text }] : []));
  const lines = [told.map((column) => cell(column.title)), ...rows.map((row) => told.map((column) => cell(column.text(row))))];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

export function downloadText(fileName: string, text: string): void {
  // The mark tells spreadsheets that the text is UTF-8.
  const address = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
