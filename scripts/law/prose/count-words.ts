import { words, type Word } from "./words.ts";

export interface Find {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** A piece of prose and the line where it begins. */
export interface Prose {
  readonly text: string;
  readonly line: number;
}

export function findWords(prose: readonly Prose[], allowed: readonly string[] = [], list: readonly Word[] = words): readonly Find[] {
  return prose.flatMap(({ text, line }) =>
    list.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].filter(([word]) => !allowed.includes(word.toLowerCase())).map(([word]) => ({ line, word, instead })),
    ),
  );
}
