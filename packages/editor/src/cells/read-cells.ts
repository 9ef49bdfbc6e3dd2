/** A table from a spreadsheet: cells separated by tabs, or by commas or semicolons if it is from a file. */
export type Cells = readonly (readonly string[])[];

/** More rows than any list here accepts; the rest is not read. */
export const maxRows = 5_000;

interface ReadOptions {
  /** Found in the text where it is left out. */
  readonly delimiter?: string;
  /** Rows beyond these are not read. */
  readonly rows?: number;
  /** Keeps rows without a text, where a row is a position; else they are left out. */
  readonly blankRows?: boolean;
}

export function readCells(text: string, options: ReadOptions = {}): Cells {
  const { delimiter = findDelimiter(text), rows: limit = maxRows, blankRows = false } = options;
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endRow = (): void => {
    row.push(cell);
    rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; at < text.length && rows.length <= limit; at += 1) {
    const letter = text[at] ?? "";
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === "") isQuoted = true;
    else if (letter === delimiter) {
      row.push(cell);
      cell = "";
    } else if (letter === "\n" || letter === "\r") {
      if (letter === "\r" && text[at + 1] === "\n") at += 1;
      endRow();
    } else cell += letter;
  }
  if (cell !== "" || row.length > 0) endRow();
  return blankRows ? rows : rows.filter(hasText);
}

export function hasText(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== "");
}

/** Outside of quotes, a tab wins, because spreadsheets copy with tabs; else the first delimiter of the first line that has one. */
function findDelimiter(text: string): string {
  const plain = text.replace(/"(?:[^"]|"")*"/g, "");
  if (plain.includes("\t")) return "\t";
  return /[,;]/.exec(plain)?.[0] ?? ",";
}
