import { linkAlphabet, linksPerLetter, recordLayout } from "@airlock/engine";
import { valueText } from "@airlock/engine/sql";
import type { FieldType } from "@airlock/flow";

/** Positions in a record as ClickHouse's JSON functions count them, from 1. */
export const recordPosition = {
  application: recordLayout.application + 1,
  runtime: recordLayout.runtime + 1,
  reasonCodes: recordLayout.reasonCodes + 1,
} as const;

/** The letters of a text of links as an array of numbers, each of them the bits of its links. */
export function linkLetters(text: string): string {
  return `arrayMap(letter -> toUInt8(position('${linkAlphabet}', letter) - 1), splitByString('', toString(${text})))`;
}

/** Whether a link was taken, by such an array. Letters that are left off the end stand for links that were not. */
export function isLinkTaken(letters: string, link: string): string {
  return `bitTest(${letters}[intDiv(${link}, ${linksPerLetter}) + 1], ${link} % ${linksPerLetter})`;
}

/** The text of a recorded value that is there, `here` being its place as JSON functions take it: of a number as ClickHouse writes it. */
export function recordedText(type: FieldType, here: string): string {
  if (type === "String") return `JSONExtractString(${here})`;
  const number = `JSONExtractFloat(${here})`;
  return type === "Boolean" || type === "Date" ? `assumeNotNull(${valueText(type, number)})` : `toString(${number})`;
}
