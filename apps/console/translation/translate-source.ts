import { MagicString } from "magic-string";
import { gapsOf } from "./message.ts";
import { textsIn, type FoundText, type Vocabulary } from "./texts-in.ts";

/** A message in another language; undefined leaves it in English. The second and later forms are plurals. */
export type Translate = (message: string, plural: string | undefined) => readonly string[] | undefined;

/** The source with its texts in another language; undefined if nothing changes. */
export function translateSource(file: string, source: string, vocabulary: Vocabulary, translate: Translate): MagicString | undefined {
  const texts = textsIn(file, source, vocabulary).toSorted((one, other) => one.start - other.start || other.end - one.end);
  const translated = new Map(texts.flatMap((text) => translationOf(file, text, translate)));
  /** The texts in a range that are not in another one of them. */
  const outermost = (start: number, end: number): readonly FoundText[] => {
    let reached = start;
    return texts.filter((text) => {
      if (text.start < reached || text.end > end || !translated.has(text)) return false;
      reached = text.end;
      return true;
    });
  };
  const replaced = (text: FoundText): string => {
    const [first = "", ...others] = translated.get(text) ?? [];
    return text.replacement(first, render, others);
  };
  const render = (start: number, end: number): string => {
    let written = "";
    let reached = start;
    for (const text of outermost(start, end)) {
      written += source.slice(reached, text.start) + replaced(text);
      reached = text.end;
    }
    return written + source.slice(reached, end);
  };
  const all = outermost(0, source.length);
  if (all.length === 0) return undefined;
  const result = new MagicString(source);
  for (const text of all) result.overwrite(text.start, text.end, replaced(text));
  return result;
}

function translationOf(file: string, text: FoundText, translate: Translate): readonly (readonly [FoundText, readonly string[]])[] {
  const forms = translate(text.message, text.plural);
  if (forms === undefined) return [];
  for (const form of forms) {
    if (gapsOf(form) !== gapsOf(text.message))
      throw new Error(`${file}: the translation "${form}" of "${text.message}" does not have the same gaps.`);
  }
  return [[text, forms]];
}
