/** Runs the check with one mutant in place of the engine's own source; ends well only if nothing was noticed. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./find-mutants.ts";

const mutant = JSON.parse(process.argv[2] ?? "{}") as Mutant; // what mutate.ts wrote

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === "vitest" ? new URL("./small-vitest.ts", import.meta.url).href : specifier, context),
  load: (url, context, next) => {
    if (!url.endsWith(`/packages/engine/src/${mutant.file}`)) return next(url, context);
    const source = readFileSync(fileURLToPath(url), "utf8");
    const changed = source.slice(0, mutant.offset) + mutant.to + source.slice(mutant.offset + mutant.from.length);
    return { format: "module-typescript", shortCircuit: true, source: changed };
  },
});

const { runDeclared } = await import("./small-vitest.ts");
for (const name of ["flow", "values", "numbers", "conditions", "calculations", "setters", "scores", "effects", "outcome"]) {
  await import(`./rules/${name}.test.ts`);
}
await import("./explain.test.ts");
await runDeclared();

// The tests of the rules passed: some generated flows, against the interpreter, may still tell the difference.
const { compare, compareWithEffects, compiled } = await import("./compare.ts");
const { generate } = await import("./generate.ts");
for (let seed = 1; seed <= 40; seed += 1) {
  const { definition, inputs } = generate(seed, { nodes: 8 + (seed % 5) * 12, effects: seed % 3 === 0 });
  const plan = compiled(definition);
  for (const input of inputs) {
    if (seed % 3 === 0) await compareWithEffects(definition, input, seed, plan);
    else compare(definition, input, plan);
  }
}
