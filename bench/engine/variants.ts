import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

type Engine = typeof import("@airlock/engine");

/** The same engine with one feature removed from its source, to measure its cost in the same run. */
const variants = {
  /** Plain doubles: results are not normalised. */
  float: {
    file: "/number.ts",
    from: "if (m < 1e3) return (x * 1e12 + 6755399441055744 - 6755399441055744) / 1e12;",
    to: "return x;",
  },
  /** No execution record is written. */
  unrecorded: {
    file: "/run/execution.ts",
    from: "record: new ExecutionRecord(input, state, answers, undefined),",
    to: "record: undefined,",
  },
} as const;

export type Variant = keyof typeof variants;

registerHooks({
  // A module loaded for a variant loads its imports for that variant too, so it has its own module graph.
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const variant = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get("variant");
    if (variant === null || !specifier.startsWith(".")) return resolved;
    return { ...resolved, url: `${resolved.url}?variant=${variant}` };
  },
  load: (url, context, next) => {
    const variant = new URL(url).searchParams.get("variant");
    const change = variant === null ? undefined : variants[variant as Variant]; // Only `loadVariant` sets it.
    if (change === undefined || !new URL(url).pathname.endsWith(change.file)) return next(url, context);
    const source = readFileSync(fileURLToPath(url.split("?")[0] ?? url), "utf8");
    if (!source.includes(change.from)) throw new Error(`${change.file} no longer holds what the variant '${variant}' takes out`);
    return { format: "module-typescript", shortCircuit: true, source: source.replace(change.from, change.to) };
  },
});

export async function loadVariant(variant: Variant): Promise<Engine> {
  return (await import(`${import.meta.resolve("@airlock/engine")}?variant=${variant}`)) as Engine; // The same module, under another URL.
}
