import { registerHooks } from "node:module";

/** Puts `planted` in the place of `line` when the file is loaded. Should the line ever be written differently, this must not quietly plant nothing. */
export function rewrite(file: string, line: string, planted: string): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source ?? undefined);
      if (source.split(line).length !== 2) throw new Error(`${file} no longer says "${line}": fix what plants there.`);
      return { ...loaded, source: source.replace(line, planted) };
    },
  });
}
