/** What the validator claims about links must be true of every run: generated flows are run and their links checked. */
import { compile, encodeRecord, evaluate, expandRecord, readInput } from "@airlock/engine";
import { validate, type Definition } from "@airlock/flow";
import { expect, it } from "vitest";
import { generate } from "../engine/generate.ts";

interface Claims {
  readonly neverTaken: ReadonlySet<string | undefined>;
  readonly alwaysTaken: ReadonlySet<string | undefined>;
  readonly neverRun: ReadonlySet<string | undefined>;
}

function claimsOf(definition: Definition): Claims {
  const findings = validate(definition);
  const about = (...codes: readonly string[]) => findings.filter(({ code }) => codes.includes(code));
  return {
    neverTaken: new Set(about("LINK_NEVER_TAKEN", "OTHERWISE_NEVER_TAKEN").map(({ linkId }) => linkId)),
    alwaysTaken: new Set(about("LINK_ALWAYS_TAKEN", "OTHERWISE_ALONE").map(({ linkId }) => linkId)),
    neverRun: new Set(about("NODE_UNREACHABLE").map(({ nodeId }) => nodeId)),
  };
}

/** Links and nodes of one run that contradict a claim. */
function broken(definition: Definition, claims: Claims, taken: readonly string[], ran: ReadonlySet<string>): readonly string[] {
  const { links } = definition.solutionDefinition;
  return [
    ...taken.filter((id) => claims.neverTaken.has(id)).map((id) => `${id} was taken`),
    ...links
      .filter(({ id, source }) => claims.alwaysTaken.has(id) && ran.has(source) && !taken.includes(id))
      .map(({ id }) => `${id} was not taken`),
    ...[...ran].filter((id) => claims.neverRun.has(id)).map((id) => `${id} ran`),
  ];
}

it("is never contradicted by a run", { timeout: 60_000 }, () => {
  let claimed = 0;
  const wrong: string[] = [];
  for (let seed = 1; seed <= 300; seed += 1) {
    const { definition, inputs } = generate(seed, { nodes: 15, inputs: 20 });
    const claims = claimsOf(definition);
    claimed += claims.neverTaken.size + claims.alwaysTaken.size + claims.neverRun.size;
    const compiled = compile(definition);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
    for (const body of inputs) {
      const read = readInput(compiled.plan, body);
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      const run = expandRecord(compiled.plan, encodeRecord(evaluate(compiled.plan, read.input)));
      // A node that failed was not left: nothing is claimed about its links.
      const left = new Set(run.executionEvents.filter(({ action }) => action === "left").map(({ id }) => id));
      wrong.push(...broken(definition, claims, run.linksTaken, left).map((what) => `seed ${seed}: ${what}`));
    }
  }
  expect(wrong).toEqual([]);
  // Without claims the test would be vacuous.
  expect(claimed).toBeGreaterThan(20);
});
