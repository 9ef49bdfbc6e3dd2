import type { ColumnType } from "./cells.ts";
import { isMissingIn, isoDate, plainReading, type CellReading } from "./cell-reading.ts";
import { isCode, isNumber, plainNumber, type NumberFormat } from "./plain-number.ts";

/** A proposal to read a column as numbers or dates. It is shown with an example and never applied automatically. */
export interface ReadingProposal {
  readonly type: ColumnType;
  readonly reading: CellReading;
  /** A cell of the file and its stored value; null for a missing value. */
  readonly example: { readonly text: string; readonly becomes: string | null };
  /** Number of cells in the sample that would be read differently. */
  readonly cells: number;
}

const formats: readonly NumberFormat[] = [
  { decimal: ".", thousands: "" },
  { decimal: ".", thousands: "," },
  { decimal: ",", thousands: "" },
  { decimal: ",", thousands: "." },
  { decimal: ",", thousands: " " },
  { decimal: ".", thousands: " " },
  { decimal: ".", thousands: "'" },
];

/** A few mistakes are rejected rows; more mean that the proposal is wrong. */
const mistakeShare = 0.02;
/** Words for missing values are few, and repeated often. */
const maxMissingTexts = 3;
const maxMissingShare = 0.5;

/** Undefined if no other format fits better. */
export function proposeReading(cells: readonly string[], type: ColumnType): ReadingProposal | undefined {
  const present = cells.filter((cell) => !isMissingIn(cell, type === "STRING" ? "FLOAT" : type, plainReading));
  if (present.length === 0) return undefined;
  return proposeNumbers(present, type) ?? (type === "STRING" ? proposeDates(present) : undefined);
}

function proposeNumbers(present: readonly string[], type: ColumnType): ReadingProposal | undefined {
  const tried = formats.map((format) => {
    const wrong = new Map<string, number>();
    let misfits = 0;
    let codes = 0;
    for (const cell of present) {
      const number = plainNumber(cell.trim(), format);
      if (number !== undefined && isNumber(number, "FLOAT")) {
        if (isCode(number)) codes += 1;
        continue;
      }
      misfits += 1;
      if (wrong.size <= maxMissingTexts) wrong.set(cell.trim(), (wrong.get(cell.trim()) ?? 0) + 1);
    }
    return { format, wrong, misfits, codes };
  });
  // The first of those that fit best: plain numbers before separators, thousands before a decimal comma.
  const best = tried.reduce((one, other) => (other.misfits < one.misfits ? other : one));
  if (best.codes > 0 || best.misfits > present.length * maxMissingShare) return undefined;
  const missing = [...best.wrong.keys()].filter((text) => /^\D{1,40}$/.test(text));
  const areMissing = best.misfits > 0 && best.wrong.size <= maxMissingTexts && missing.length === best.wrong.size;
  const reading: CellReading = { ...plainReading, ...best.format, missing: areMissing ? missing : [] };
  if (!areMissing && best.misfits > present.length * mistakeShare) return undefined;
  const changed = present.filter((cell) => missingOr(cell, reading) !== cell.trim());
  const [example] = changed;
  if (example === undefined) return undefined;
  const isWhole = present.every((cell) => {
    const number = plainNumber(cell.trim(), reading);
    return number === undefined || isNumber(number, "INTEGER");
  });
  return {
    type: type === "INTEGER" && !isWhole ? "FLOAT" : type === "STRING" ? (isWhole ? "INTEGER" : "FLOAT") : type,
    reading,
    example: { text: example.trim(), becomes: missingOr(example, reading) },
    cells: changed.length,
  };
}

/** Null for a missing value; the cell itself if it is not a number. */
function missingOr(cell: string, reading: CellReading): string | null {
  if (isMissingIn(cell, "FLOAT", reading)) return null;
  return plainNumber(cell.trim(), reading) ?? cell.trim();
}

function proposeDates(present: readonly string[]): ReadingProposal | undefined {
  const order = (["YMD", "DMY", "MDY"] as const).find((one) => {
    const misfits = present.filter((cell) => isoDate(cell.trim(), one) === undefined).length;
    return misfits <= present.length * mistakeShare;
  });
  if (order === undefined) return undefined;
  const changed = present.filter((cell) => (isoDate(cell.trim(), order) ?? cell.trim()) !== cell.trim());
  // A day above 12 shows the order of the parts best.
  const example = changed.find((cell) => /\b(1[3-9]|2\d|3[01])\b/.test(cell)) ?? changed[0];
  if (example === undefined) return undefined;
  return {
    type: "STRING",
    reading: { ...plainReading, date: order },
    example: { text: example.trim(), becomes: isoDate(example.trim(), order) ?? null },
    cells: changed.length,
  };
}
