/** The checks of a mutant: the tests of the rules, then some generated flows compared with the interpreter. Throws at the first difference. */
import { compare, compareWithEffects, compiled } from "./compare.ts";
import { generate } from "./generate.ts";
import { runDeclared } from "./small-vitest.ts";

const rules = [
  "flow",
  "values",
  "types",
  "numbers",
  "conditions",
  "calculations",
  "formulas",
  "setters",
  "scores",
  "tables",
  "lists",
  "effects",
  "outcome",
];
/** Tests beside the code, for what no rule of SPEC.md is about. */
const besideCode = [
  "number",
  "kinds/decision-table/row-index",
  "test-cases/run-cases",
  "test-cases/fetched-lists",
  "record/recorded-predictions",
  "compare/run-both",
  "compare/run-beside",
];

/** The tests that most likely detect a change of a file run first. */
const nearest: readonly (readonly [RegExp, string])[] = [
  [/formula/, "formulas"],
  [/decision-table|table/, "tables"],
  [/lookup|list-version|lists/, "lists"],
  [/date|boolean/, "types"],
  [/^number|power/, "numbers"],
  [/^input/, "values"],
  [/score|adding|reasons|plain-sums/, "scores"],
  [/web-call|prediction|effect|template|json-path/, "effects"],
  [/^record|execution|stop|fault/, "outcome"],
  [/expression/, "calculations"],
  [/condition/, "conditions"],
  [/assignment/, "setters"],
];

export async function check(file: string): Promise<void> {
  const first = nearest.find(([pattern]) => pattern.test(file))?.[1];
  for (const name of rules.toSorted((a, b) => Number(b === first) - Number(a === first))) await import(`./rules/${name}.test.ts`);
  for (const name of besideCode) await import(`../../packages/engine/src/${name}.test.ts`);
  for (const name of ["explain", "lowering"]) await import(`./${name}.test.ts`);
  await runDeclared();
  for (let seed = 1; seed <= 40; seed += 1) {
    const { definition, inputs } = generate(seed, { nodes: 8 + (seed % 5) * 12, effects: seed % 3 === 0 });
    const plan = compiled(definition);
    for (const input of inputs) {
      if (seed % 3 === 0) await compareWithEffects(definition, input, seed, plan);
      else compare(definition, input, plan);
    }
  }
}
