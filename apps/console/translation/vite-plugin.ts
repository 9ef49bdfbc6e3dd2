import type { Plugin } from "vite";
import { translationsOf } from "./catalogue.ts";
import { readVocabulary, translatedPath } from "./sources.ts";
import type { Vocabulary } from "./texts-in.ts";
import { translateSource } from "./translate-source.ts";

/** Builds the console in a language: `pseudo`, or one that has a catalogue in `apps/console/languages`. */
export function translation(language: string): Plugin {
  const translate = translationsOf(language);
  let vocabulary: Vocabulary | undefined;
  return {
    name: "translation",
    enforce: "pre",
    transform(code, id) {
      const path = translatedPath(id);
      if (path === undefined) return undefined;
      vocabulary ??= readVocabulary();
      const translated = translateSource(path, code, vocabulary, translate);
      return translated === undefined
        ? undefined
        : { code: translated.toString(), map: translated.generateMap({ hires: true, source: id }) };
    },
  };
}
