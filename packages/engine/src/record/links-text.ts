import { linksPerWord } from "../run/state.ts";
import { linkAlphabet, linksPerLetter } from "./layout.ts";

/** [RE2] Six links to a letter, the first link in the lowest bit; trailing letters without links are left out. */
export function linksToText(taken: readonly number[]): string {
  let text = "";
  let length = 0;
  for (let word = 0; word < taken.length; word += 1) {
    const bits = taken[word] ?? 0;
    for (let from = 0; from < linksPerWord; from += linksPerLetter) {
      const letter = (bits >>> from) & 63;
      text += linkAlphabet.charAt(letter);
      if (letter !== 0) length = text.length;
    }
  }
  return text.slice(0, length);
}

/** Indices of the links taken; undefined when the text is not one that `linksToText` makes. */
export function linksFromText(text: string, count: number): readonly number[] | undefined {
  const links: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = linkAlphabet.indexOf(text.charAt(at));
    if (letter < 0) return undefined;
    for (let bit = 0; bit < linksPerLetter; bit += 1) if ((letter & (1 << bit)) !== 0) links.push(at * linksPerLetter + bit);
  }
  return links.every((link) => link < count) ? links : undefined;
}
