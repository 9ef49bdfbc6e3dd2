import { linksPerWord } from "../run/state.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Six links to a letter, the first link in the lowest bit; letters that would say "none" are left off the end. */
export function linksToText(taken: readonly number[], count: number): string {
  let text = "";
  let letter = 0;
  for (let link = 0; link < count; link += 1) {
    const word = taken[Math.floor(link / linksPerWord)] ?? 0;
    if ((word & (1 << (link % linksPerWord))) !== 0) letter |= 1 << (link % 6);
    if (link % 6 === 5 || link === count - 1) {
      text += alphabet.charAt(letter);
      letter = 0;
    }
  }
  return text.replace(/A+$/, "");
}

/** Indices of the links taken; undefined when the text is not one that `linksToText` makes. */
export function linksFromText(text: string, count: number): readonly number[] | undefined {
  const links: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = alphabet.indexOf(text.charAt(at));
    if (letter < 0) return undefined;
    for (let bit = 0; bit < 6; bit += 1) if ((letter & (1 << bit)) !== 0) links.push(at * 6 + bit);
  }
  return links.every((link) => link < count) ? links : undefined;
}
