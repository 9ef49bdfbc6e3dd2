import { missingText } from "./terms.ts";

/** Names and texts are the user's: nothing in them may end the quotes. */
export function quoteName(name: string): string {
  return `\`${escape(name, "`")}\``;
}

export function quoteText(text: string): string {
  return text === missingText ? "'\\xFF'" : `'${escape(text, "'")}'`;
}

function escape(text: string, quote: "`" | "'"): string {
  return text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replaceAll("\0", "\\0");
}

/** A literal that ClickHouse reads as this very double: with a point or an exponent, so that it is no integer. */
export function quoteNumber(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.`;
}
