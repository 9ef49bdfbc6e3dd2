import { linkAlphabet, linksPerLetter, recordLayout } from "@airlock/engine";
import { valueText } from "@airlock/engine/sql";
import type { FieldType } from "@airlock/flow";

/** Positions in an execution record for ClickHouse's JSON functions, which count from 1. */
export const recordPosition = {
  application: recordLayout.application + 1,
  runtime: recordLayout.runtime + 1,
  reasonCodes: recordLayout.reasonCodes + 1,
} as const;

/** The characters of a text of links as an array of numbers, each with the bits of its links. */
export function linkLetters(text: string): string {
  return `arrayMap(letter -> toUInt8(position('${linkAlphabet}', letter) - 1), splitByString('', toString(${text})))`;
}

/** Whether a link was taken, by such an array. Omitted trailing characters mean links that were not taken. */
export function isLinkTaken(letters: string, link: string): string {
  return `bitTest(${letters}[intDiv(${link}, ${linksPerLetter}) + 1], ${link} % ${linksPerLetter})`;
}

/** The text of a recorded value that is present; `here` is its path for JSON functions. A number is formatted by ClickHouse. */
export function recordedText(type: FieldType, here: string): string {
  if (type === "String") return `JSONExtractString(${here})`;
  const number = `JSONExtractFloat(${here})`;
  return type === "Boolean" || type === "Date" ? `assumeNotNull(${valueText(type, number)})` : `toString(${number})`;
}
