import { hasLeadingZero, isFloat, isInteger, type ColumnType } from "./cells.ts";

/** How numbers are written. */
export interface NumberFormat {
  readonly decimal: "." | ",";
  /** A space also matches non-breaking spaces. */
  readonly thousands: "" | "," | "." | " " | "'";
}

export function isNumber(text: string, type: ColumnType): boolean {
  const bytes = Buffer.from(text, "utf8");
  return type === "INTEGER" ? isInteger(bytes, 0, bytes.length) : isFloat(bytes, 0, bytes.length);
}

/** `12504.48` for `12,504.48`; undefined if a group of thousands does not have three digits, or the text is not a number. */
export function plainNumber(text: string, { decimal, thousands }: NumberFormat): string | undefined {
  const found = /^([+-]?)([^eE]*)([eE][+-]?\d{1,5})?$/.exec(text);
  if (found === null) return undefined;
  const [, sign = "", body = "", exponent = ""] = found;
  const parts = body.split(decimal);
  if (parts.length > 2) return undefined;
  const [whole = "", fraction] = parts;
  const groups = thousands === "" ? [whole] : whole.split(thousands === " " ? /[ \u00a0\u202f]/ : thousands);
  const isGrouped = groups.length === 1 || (/^\d{1,3}$/.test(groups[0] ?? "") && groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  if (!isGrouped || !/^\d*$/.test(groups.join("")) || !/^\d*$/.test(fraction ?? "")) return undefined;
  return `${sign === "+" ? "" : sign}${groups.join("")}${fraction === undefined ? "" : `.${fraction}`}${exponent}`;
}

/** `007` is a code, also after separators are removed. */
export function isCode(text: string): boolean {
  const bytes = Buffer.from(text, "utf8");
  return hasLeadingZero(bytes, 0, bytes.length);
}
