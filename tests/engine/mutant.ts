/**
 * Checks mutants, one after the other as `mutate.ts` sends them. Each has a module graph of its own: the engine and its tests are loaded again under
 * another URL, with the mutant instead of one file; their dependencies are shared, and so already warm.
 */
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Mutant } from "./find-mutants.ts";

const worlds = new Map<string, Mutant>();
const plainSources = new Map<string, string>();
const worldOf = (url: string | undefined): string | null => (url === undefined ? null : new URL(url).searchParams.get("world"));

function sourceOf(file: string, mutant: Mutant | undefined): string {
  if (mutant !== undefined && file.endsWith(`/packages/engine/src/${mutant.file}`)) {
    const source = readFileSync(file, "utf8");
    return stripTypeScriptTypes(source.slice(0, mutant.offset) + mutant.to + source.slice(mutant.offset + mutant.from.length));
  }
  const plain = plainSources.get(file) ?? stripTypeScriptTypes(readFileSync(file, "utf8"));
  plainSources.set(file, plain);
  return plain;
}

registerHooks({
  resolve: (specifier, context, next) => {
    const world = worldOf(context.parentURL);
    if (world === null) return next(specifier, context);
    const resolved = next(specifier === "vitest" ? new URL("./small-vitest.ts", import.meta.url).href : specifier, context);
    return /\/(packages|tests)\/engine\//.test(resolved.url) ? { ...resolved, url: `${resolved.url}?world=${world}` } : resolved;
  },
  load: (url, context, next) => {
    const world = worldOf(url);
    if (world === null) return next(url, context);
    return { format: "module", shortCircuit: true, source: sourceOf(fileURLToPath(url.split("?")[0] ?? url), worlds.get(world)) };
  },
});

const since = new Float64Array(new SharedArrayBuffer(8));
new Worker(new URL("./mutant-watch.ts", import.meta.url), { workerData: since }).unref();

process.on("message", (mutant: Mutant) => {
  void judge(mutant).then((survived) => process.send?.(survived));
});

async function judge(mutant: Mutant): Promise<boolean> {
  const { user, system } = process.cpuUsage();
  since[0] = (user + system) / 1000;
  const world = String(worlds.size);
  worlds.set(world, mutant);
  try {
    const { check } = (await import(`./mutant-check.ts?world=${world}`)) as typeof import("./mutant-check.ts"); // Under its other URL.
    await check(mutant.file);
    return true;
  } catch (error) {
    // The unchanged engine must pass: what fails is a gap in `small-vitest.ts` or a broken test.
    if (mutant.file === "") console.error(error);
    return false;
  }
}
