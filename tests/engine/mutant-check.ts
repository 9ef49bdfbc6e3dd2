/** The checks of a mutant: tests of the rules and of the code, then some generated flows compared with the interpreter. Throws at the first difference. */
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
  "sub-flows",
  "effects",
  "outcome",
].map((name) => `./rules/${name}`);

/** Tests beside the code, for what no rule of SPEC.md is about. */
const besideCode = [
  "number",
  "formula/letters",
  "formula/rounding",
  "kinds/decision-table/row-index",
  "test-cases/run-cases",
  "test-cases/fetched-lists",
  "test-cases/sub-flow-mocks",
  "record/recorded-predictions",
  "compare/run-both",
  "compare/run-beside",
].map((name) => `../../packages/engine/src/${name}`);

/** The tests that most likely detect a change of a file run first. */
const nearest: readonly (readonly [RegExp, string])[] = [
  [/letters|rounding|row-index|^compare|^test-cases/, "../../packages/engine/src/"],
  [/formula/, "./rules/formulas"],
  [/decision-table|table/, "./rules/tables"],
  [/lookup|list-version|lists/, "./rules/lists"],
  [/sub-flow/, "./rules/sub-flows"],
  [/date|boolean/, "./rules/types"],
  [/^number|power/, "./rules/numbers"],
  [/^input/, "./rules/values"],
  [/score|adding|reasons|plain-sums/, "./rules/scores"],
  [/web-call|prediction|effect|template|json-path/, "./rules/effects"],
  [/^record|execution|stop|fault/, "./rules/outcome"],
  [/expression/, "./rules/calculations"],
  [/condition/, "./rules/conditions"],
  [/assignment/, "./rules/setters"],
];

export async function check(file: string): Promise<void> {
  const first = nearest.find(([pattern]) => pattern.test(file))?.[1] ?? "./rules/";
  const tests = [...rules, ...besideCode, "./explain", "./lowering"];
  // Each file runs before the next is loaded: most mutants are detected by the first.
  for (const test of tests.toSorted((a, b) => Number(b.startsWith(first)) - Number(a.startsWith(first)))) {
    await import(`${test}.test.ts`);
    await runDeclared();
  }
  for (let seed = 1; seed <= 40; seed += 1) {
    const { definition, inputs } = generate(seed, { nodes: 8 + (seed % 5) * 12, effects: seed % 3 === 0 });
    const plan = compiled(definition);
    for (const input of inputs) {
      if (seed % 3 === 0) await compareWithEffects(definition, input, seed, plan);
      else compare(definition, input, plan);
    }
  }
}
