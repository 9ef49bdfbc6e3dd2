/**
 * node tests/engine/frozen/write.ts 0.6.0 (or 0.6.0-behaviour-2, within a release)
 *
 * Stores the decisions of this release: examples and generated flows, their inputs, execution records and outcomes. Run once per release, before
 * anything in the engine changes, and before a new behaviour number; `frozen.test.ts` then runs the file in every later release.
 */
import { compile, encodeRecord, evaluateWithEffects, expandRecord, readInput, type Effects, type Plan } from "@airlock/engine";
import { parseDefinition, type Definition } from "@airlock/flow";
import { exampleHost, readExamples } from "../../support/examples.ts";
import { generate } from "../generate.ts";
import { world } from "../world.ts";
import { frozenOutcome, writeRelease, type FrozenExecution, type FrozenVersion } from "./release.ts";

const plainFlows = 1_800;
const flowsWithEffects = 200;

async function execute(plan: Plan, input: Readonly<Record<string, unknown>>, effects: Effects): Promise<FrozenExecution> {
  const read = readInput(plan, input);
  if (!read.ok) throw new Error(`This input should be accepted: ${JSON.stringify(read.problems)}`);
  const execution = await evaluateWithEffects(plan, read.input, effects, new AbortController().signal);
  const record = encodeRecord(execution);
  return { input, record, outcome: frozenOutcome(execution), links: expandRecord(plan, record).linksTaken };
}

async function freeze(
  name: string,
  definition: Definition,
  cases: readonly { readonly input: Readonly<Record<string, unknown>>; readonly effects: Effects }[],
): Promise<FrozenVersion> {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error(`${name} does not compile: ${JSON.stringify(compiled.findings)}`);
  const { plan } = compiled;
  const executions: FrozenExecution[] = [];
  for (const { input, effects } of cases) executions.push(await execute(plan, input, effects));
  return { name, behaviour: plan.behaviour, definition, executions };
}

async function exampleVersions(): Promise<readonly FrozenVersion[]> {
  return Promise.all(
    (await readExamples()).map((example) => {
      const parsed = parseDefinition(example.definition);
      if (!parsed.ok) throw new Error(`${example.name} is not a definition.`);
      const cases = example.cases.map(({ input, webCalls }) => ({
        input,
        effects: { ...answering(webCalls), list: exampleHost(example.lists, parsed.definition) },
      }));
      return freeze(example.name, parsed.definition, cases);
    }),
  );
}

type RecordedCalls = Readonly<Record<string, { readonly status: number; readonly body: string }>>;

function answering(webCalls: unknown): Effects {
  const recorded = webCalls as RecordedCalls | undefined; // Written by hand in this shape, see examples/README.md.
  return {
    webCall: ({ nodeId }) => {
      const response = recorded?.[nodeId];
      return response === undefined ? Promise.reject(new Error(`There is no recorded response for ${nodeId}.`)) : Promise.resolve(response);
    },
    predict: () => {
      throw new Error("The examples have no predictions.");
    },
  };
}

function generatedVersion(seed: number, effects: boolean): Promise<FrozenVersion> {
  const { definition, inputs } = generate(seed, { nodes: 14, inputs: 4, effects });
  const cases = inputs.map((input) => ({ input, effects: world(seed).effects }));
  return freeze(`seed ${seed}${effects ? " with effects" : ""}`, definition, cases);
}

const [release] = process.argv.slice(2);
if (release === undefined || !/^\d+\.\d+\.\d+(-[a-z0-9-]+)?$/.test(release))
  throw new Error("Name the release: node tests/engine/frozen/write.ts 0.6.0");
const versions: FrozenVersion[] = [...(await exampleVersions())];
for (let seed = 1; seed <= plainFlows; seed += 1) versions.push(await generatedVersion(seed, false));
for (let seed = 1; seed <= flowsWithEffects; seed += 1) versions.push(await generatedVersion(seed, true));
await writeRelease(release, versions);
console.log(`${versions.length} versions, ${versions.reduce((sum, { executions }) => sum + executions.length, 0)} executions`);
