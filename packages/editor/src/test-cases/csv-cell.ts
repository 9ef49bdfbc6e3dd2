/**
 * Cells of a CSV file that a spreadsheet may open. A text that a spreadsheet would read as a formula, or that looks like one of our marks,
 * gets an apostrophe prefix; reading removes it, so every text survives a round trip.
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
