import { registerHooks } from "node:module";

/**
 * Replaces `line` with `planted` when the file is loaded. Throws if the line does not exist, so that a changed source does not silently disable the
 * bug.
 */
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
