import { globSync } from "node:fs";
import { compileFrozen, encodeRecord, evaluate, expandRecord, readInput, type Plan } from "@airlock/engine";
import { parseDefinition } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { frozenOutcome, readRelease, type FrozenVersion } from "./release.ts";

const releases = globSync("*.ndjson.gz", { cwd: new URL(".", import.meta.url).pathname }).map((file) => file.replace(".ndjson.gz", ""));

/** As api and worker read it: parsed from its stored text. */
function planOf({ name, definition, behaviour }: FrozenVersion): Plan {
  const parsed = parseDefinition(JSON.parse(JSON.stringify(definition)));
  if (!parsed.ok) throw new Error(`${name} can no longer be read: ${JSON.stringify(parsed)}`);
  const compiled = compileFrozen(parsed.definition, behaviour);
  if (!compiled.ok) throw new Error(`${name} does not compile any more: ${JSON.stringify(compiled.findings)}`);
  return compiled.plan;
}

it("has the versions of every earlier release and behaviour, 2,000 generated flows since 0.6.0", async () => {
  expect(releases.toSorted()).toEqual(["0.5.0", "0.6.0-behaviour-2"]);
  const versions = await readRelease("0.6.0-behaviour-2");
  expect(versions.filter(({ name }) => name.startsWith("seed "))).toHaveLength(2_000);
});

describe.each(releases)("versions frozen by %s", (release) => {
  it("decide as they did, bit for bit", async () => {
    let executions = 0;
    for (const version of await readRelease(release)) {
      const plan = planOf(version);
      if (plan.needsEffects) continue;
      for (const { input, record, outcome } of version.executions) {
        const read = readInput(plan, input);
        if (!read.ok) throw new Error(`${version.name}: ${JSON.stringify(read.problems)}`);
        const execution = evaluate(plan, read.input);
        expect(encodeRecord(execution), version.name).toBe(record);
        expect(frozenOutcome(execution), version.name).toEqual(outcome);
        executions += 1;
      }
    }
    expect(executions).toBeGreaterThan(1_500);
  });

  it("have executions that can still be opened, including web calls and predictions", async () => {
    let withEffects = 0;
    for (const version of await readRelease(release)) {
      const plan = planOf(version);
      if (plan.needsEffects) withEffects += 1;
      for (const { record, outcome, links } of version.executions) {
        const expanded = expandRecord(plan, record);
        expect(frozenOutcome(expanded), version.name).toEqual(outcome);
        expect(expanded.linksTaken, version.name).toEqual(links);
      }
    }
    expect(withEffects).toBeGreaterThan(40);
  });
});
