import { capitals, smalls, whiteSpace } from "./letters.ts";

const lowerOf = new Map(Array.from(capitals, (letter, at) => [letter, smalls.charAt(at)]));
const upperOf = new Map(Array.from(smalls, (letter, at) => [letter, capitals.charAt(at)]));

const mapped = (text: string, letters: ReadonlyMap<string, string>): string => {
  let written = "";
  // By UTF-16 units: no letter of the table is a pair, and halves of pairs stay as they are.
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    written += letters.get(letter) ?? letter;
  }
  return written;
};

/** [FO14] */
export const lowerText = (text: string): string => mapped(text, lowerOf);
export const upperText = (text: string): string => mapped(text, upperOf);

const isSpace = (unit: number): boolean => whiteSpace.some(([from, to]) => unit >= from && unit <= to);

/** [FO15] */
export function trimText(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** [FO13] Code points: a pair of halves is one. */
export function textLength(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count -= 1;
  return count;
}
