/**
 * A worker that is started with `--import` of this file has trainings that wait: each grows as many trees as the file `AIRLOCK_PLANTED_HOLD` says and
 * no more, for as long as that file is there. What a test does to such a training, it does in the middle of it.
 */
import { registerHooks } from "node:module";

const grows = "const finished = booster.iterate();";
const waits = `
      const held = process.env["AIRLOCK_PLANTED_HOLD"];
      const { readFile } = await import("node:fs/promises");
      while (iteration > Number(await readFile(held, "utf8").catch(() => Infinity))) await new Promise((resume) => setTimeout(resume, 20));
`;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/apps/worker/src/training/child.ts")) return loaded;
    const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source ?? undefined);
    if (source.split(grows).length !== 2) throw new Error(`A training no longer says "${grows}": mend ${import.meta.filename}.`);
    return { ...loaded, source: source.replace(grows, waits + grows) };
  },
});
