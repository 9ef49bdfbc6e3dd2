/** Detects types of cells by their bytes: no strings are created for the millions of cells that are valid. */
export type ColumnType = "STRING" | "INTEGER" | "FLOAT";

const largest = "9007199254740991";

/** Blanks around a number are ignored. */
export function numberStart(bytes: Buffer, start: number, end: number): number {
  let from = start;
  while (from < end && (bytes[from] === 0x20 || bytes[from] === 0x09)) from += 1;
  return from;
}

export function numberEnd(bytes: Buffer, start: number, end: number): number {
  let to = end;
  while (to > start && (bytes[to - 1] === 0x20 || bytes[to - 1] === 0x09)) to -= 1;
  return to;
}

const missingWords: ReadonlySet<string> = new Set(["na", "n/a", "null", "nan", "none", "\\n", "-"]);

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Whether a cell of a numeric column is missing: empty, or one of the words that programs write for it. */
export function isMissingNumber(bytes: Buffer, start: number, end: number): boolean {
  if (start === end) return true;
  // Fast path: nearly all cells start with a digit.
  if (isDigit(bytes[start] ?? 0)) return false;
  const from = numberStart(bytes, start, end);
  const to = numberEnd(bytes, from, end);
  if (from === to) return true;
  return to - from <= 4 && !isDigit(bytes[to - 1] ?? 0) && missingWords.has(bytes.toString("latin1", from, to).toLowerCase());
}

/** `\N` without quotation marks, as databases export it. */
export function isNullMark(bytes: Buffer, start: number, end: number): boolean {
  return end - start === 2 && bytes[start] === 0x5c && bytes[start + 1] === 0x4e;
}

/** Digits with an optional sign, up to 2^53 - 1. */
export function isInteger(bytes: Buffer, start: number, end: number): boolean {
  let from = numberStart(bytes, start, end);
  const to = numberEnd(bytes, from, end);
  if (from < to && (bytes[from] === 0x2d || bytes[from] === 0x2b)) from += 1;
  if (from === to) return false;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  if (to - from < largest.length) return true;
  while (from < to - 1 && bytes[from] === 0x30) from += 1;
  if (to - from !== largest.length) return to - from < largest.length;
  return bytes.toString("latin1", from, to) <= largest;
}

function digitsEnd(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(bytes[at] ?? 0)) at += 1;
  return at;
}

/** Digits with an optional sign, fraction and exponent. `Infinity` and the like are not accepted. */
export function isFloat(bytes: Buffer, start: number, end: number): boolean {
  const from = numberStart(bytes, start, end);
  const to = numberEnd(bytes, from, end);
  let at = from;
  if (at < to && (bytes[at] === 0x2d || bytes[at] === 0x2b)) at += 1;
  const first = at;
  at = digitsEnd(bytes, at, to);
  let digits = at - first;
  if (at < to && bytes[at] === 0x2e) {
    const point = at + 1;
    at = digitsEnd(bytes, point, to);
    digits += at - point;
  }
  if (digits === 0) return false;
  // Without an exponent, overflow needs more than 300 digits.
  if (at === to) return digits < 300 || isFinitely(bytes, from, to);
  if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return false;
  at += 1;
  if (at < to && (bytes[at] === 0x2d || bytes[at] === 0x2b)) at += 1;
  const exponent = at;
  at = digitsEnd(bytes, at, to);
  return at > exponent && at === to && isFinitely(bytes, from, to);
}

function isFinitely(bytes: Buffer, from: number, to: number): boolean {
  return Number.isFinite(Number(bytes.toString("latin1", from, to)));
}

/** `007` is a code, not a number: as a number, its zeros would be lost. */
export function hasLeadingZero(bytes: Buffer, start: number, end: number): boolean {
  let from = numberStart(bytes, start, end);
  const to = numberEnd(bytes, from, end);
  if (bytes[from] === 0x2d || bytes[from] === 0x2b) from += 1;
  return to - from > 1 && bytes[from] === 0x30 && isDigit(bytes[from + 1] ?? 0);
}
