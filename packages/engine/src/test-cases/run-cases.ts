import { inlined, mocksInUse, type Definition, type Finding, type TestCase } from "@airlock/flow";
import { compile, compileFrozen } from "../compile/compile.ts";
import { EffectFailure } from "../effect-failure.ts";
import { encodeRecord } from "../record/encode-record.ts";
import { expandRecord } from "../record/expand-record.ts";
import { explainTables, type TableOfNode } from "../record/explain-tables.ts";
import { readInput } from "../input/read-input.ts";
import { evaluate } from "../run/evaluate.ts";
import { evaluateWithEffects } from "../run/evaluate-with-effects.ts";
import type { Effects, ExpandedExecution, Plan } from "../types.ts";
import { compareOutcome, type Difference } from "./compare-outcome.ts";

export type CaseRun =
  | {
      readonly ran: true;
      readonly passed: boolean;
      readonly differences: readonly Difference[];
      readonly execution: ExpandedExecution;
      readonly record: string;
    }
  /** The input was refused, as a caller's would be; each problem is a sentence. */
  | { readonly ran: false; readonly passed: false; readonly problems: readonly string[] };

export type CasesRun =
  | {
      readonly ok: true;
      /** By case id. */
      readonly runs: ReadonlyMap<string, CaseRun>;
      /** The Decision Tables that each case reached, by case id; empty for a definition without tables. */
      readonly tables: ReadonlyMap<string, readonly TableOfNode[]>;
    }
  /** The definition cannot run. */
  | { readonly ok: false; readonly findings: readonly Finding[] };

export interface RunCasesOptions {
  readonly signal?: AbortSignal;
  /** The number that the definition was frozen with. It is then not validated again. */
  readonly behaviour?: number;
  /** Lists are looked up, not mocked. */
  readonly list?: Effects["list"] | undefined;
}

/**
 * Runs cases in this process, with the engine that serves decisions. No calls are made: mock responses of the case, or else of the
 * solution, replace web calls and predictions.
 */
export async function runCases(
  definition: Definition,
  cases: readonly TestCase[],
  { signal = never, behaviour, list }: RunCasesOptions = {},
): Promise<CasesRun> {
  const compiled = behaviour === undefined ? compile(definition) : compileFrozen(definition, behaviour);
  if (!compiled.ok) return { ok: false, findings: compiled.findings };
  const runs = new Map<string, CaseRun>();
  const tables = new Map<string, readonly TableOfNode[]>();
  const hasTables = inlined(definition).nodes.some(({ part }) => part.type === "DecisionTable");
  for (const one of cases) {
    if (signal.aborted) break;
    const run = await runCase(compiled.plan, definition, one, { signal, list });
    runs.set(one.id, run);
    if (hasTables && run.ran) tables.set(one.id, explainTables(compiled.plan, run.record));
  }
  return { ok: true, runs, tables };
}

/** A signal that is never aborted. */
const never: AbortSignal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

/** Runs one case with a plan of the definition. */
export async function runCase(
  plan: Plan,
  definition: Definition,
  one: TestCase,
  { signal = never, list }: Pick<RunCasesOptions, "signal" | "list"> = {},
): Promise<CaseRun> {
  const read = readInput(plan, one.input);
  if (!read.ok) return { ran: false, passed: false, problems: read.problems.map(({ field, message }) => `${field}: ${message}`) };
  const host = list === undefined ? {} : { list };
  const result = plan.needsEffects
    ? await evaluateWithEffects(plan, read.input, { ...mocked(definition, one), ...host }, signal)
    : evaluate(plan, read.input, host);
  const differences = compareOutcome(one.expect, result, plan.runtimeFields);
  const record = encodeRecord(result);
  return { ran: true, passed: differences.length === 0, differences, execution: expandRecord(plan, record), record };
}

function mocked(definition: Definition, one: TestCase): Effects {
  const saved = mocksInUse(definition.mocks);
  const webCalls = { ...saved.webCalls, ...one.webCalls };
  const predictions = { ...saved.predictions, ...one.predictions };
  const answer = <Answer>(answers: Readonly<Record<string, Answer>>, nodeId: string): Answer => {
    const found = Object.hasOwn(answers, nodeId) ? answers[nodeId] : undefined;
    if (found !== undefined) return found;
    const label = inlined(definition).nodes.find(({ id }) => id === nodeId)?.part.label ?? nodeId;
    throw new EffectFailure("NO_RECORDED_ANSWER", `There is no mock response for ${label}.`, { unanswered: true });
  };
  return {
    webCall: ({ nodeId }) => Promise.resolve().then(() => answer(webCalls, nodeId)),
    predict: ({ nodeId }) => answer(predictions, nodeId),
    today: () => Math.floor(Date.now() / 86_400_000),
  };
}
