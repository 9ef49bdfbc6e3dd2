/**
 * Cells of a CSV file that a spreadsheet may open. A text that a spreadsheet would take for a formula gets an apostrophe before it, and
 * so does one that looks like our own marks; reading takes it away again, so every text survives the way out and back.
 */
export const missingMark = "(missing)";
export const emptyMark = "(empty)";

const risky = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
const marks = /^'*\((?:missing|empty)\)$/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

const needsApostrophe = (text: string): boolean => (risky.test(text) && !plainNumber.test(text)) || marks.test(text);

/** The text of a cell, before quoting. */
export function guarded(text: string): string {
  return needsApostrophe(text) ? `'${text}` : text;
}

export function unguarded(cell: string): string {
  return cell.startsWith("'") && needsApostrophe(cell.slice(1)) ? cell.slice(1) : cell;
}

export function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
