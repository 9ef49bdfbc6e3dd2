import type { OpenLists } from "@airlock/backend/lists";
import { compileFrozen, evaluate, readInput } from "@airlock/engine";
import { runCase, runCases, type CaseRun } from "@airlock/engine/test-cases";
import { inlined, type Definition, type TestCase } from "@airlock/flow";
import type { TestRun } from "./gates.ts";

export interface TestedVersion {
  readonly definition: Definition;
  readonly behaviour: number;
}

/** The minimum number of timed evaluations, so that the 99th percentile is not the slowest of a few. */
const timedRuns = 1_000;

/** For policies without gates that need test cases. */
export const noTests: TestRun = { cases: 0, passed: 0, failures: [], links: 0, linksTaken: 0, p99Millis: undefined };

/** Runs the test cases that are saved with a solution against one of its versions. Web calls and predictions are mocked; lists are those of the version. */
export async function runTests(
  { definition: version, behaviour }: TestedVersion,
  draft: Definition,
  list: OpenLists,
  isTimed: boolean,
): Promise<TestRun> {
  const cases = draft.testCases ?? [];
  // Mock responses are not part of a version.
  const tested = draft.mocks === undefined ? version : { ...version, mocks: draft.mocks };
  const links = inlined(version).links.map(({ id }) => id);
  const ran = await runCases(tested, cases, { behaviour, list });
  if (!ran.ok) {
    const failures = ran.findings.map(({ message }) => message);
    return { cases: cases.length, passed: 0, failures, links: links.length, linksTaken: 0, p99Millis: undefined };
  }
  const failures: string[] = [];
  const taken = new Set<string>();
  for (const one of cases) {
    const run = ran.runs.get(one.id);
    if (run === undefined) continue;
    if (run.ran) for (const id of run.execution.linksTaken) taken.add(id);
    if (!run.passed) failures.push(`${one.name}: ${whyNot(run)}`);
  }
  return {
    cases: cases.length,
    passed: cases.length - failures.length,
    failures,
    links: links.length,
    linksTaken: links.filter((id) => taken.has(id)).length,
    p99Millis: isTimed ? await timed(tested, behaviour, cases, list) : undefined,
  };
}

function whyNot(run: CaseRun): string {
  if (!run.ran) return run.problems[0] ?? "it was not run.";
  const [first] = run.differences;
  return first === undefined ? "it did not pass." : `expected ${first.what} ${first.expected}, got ${first.actual}.`;
}

/** The 99th percentile of evaluating the cases over and over; of those with web calls or predictions, with their mocks. */
async function timed(definition: Definition, behaviour: number, cases: readonly TestCase[], list: OpenLists): Promise<number | undefined> {
  const compiled = compileFrozen(definition, behaviour);
  if (!compiled.ok) return undefined;
  const { plan } = compiled;
  const evaluations = cases.flatMap((one) => {
    const read = readInput(plan, one.input);
    if (!read.ok) return [];
    return [plan.needsEffects ? () => runCase(plan, definition, one, { list }) : () => evaluate(plan, read.input, { list })];
  });
  if (evaluations.length === 0) return undefined;
  const millis: number[] = [];
  while (millis.length < timedRuns) {
    for (const evaluation of evaluations) {
      const start = performance.now();
      await evaluation();
      millis.push(performance.now() - start);
    }
  }
  return millis.toSorted((a, b) => a - b)[Math.ceil(millis.length * 0.99) - 1];
}
