import { linkAlphabet, linksPerLetter, recordLayout } from "@airlock/engine";

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
