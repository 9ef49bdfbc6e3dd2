import { planOf } from "../compile/plan.ts";
import { readInput } from "../input/read-input.ts";
import { evaluate } from "../run/evaluate.ts";
import { evaluateWithEffects } from "../run/evaluate-with-effects.ts";
import { ExecutionRecord } from "../run/execution.ts";
import { slotValues } from "../run/read-slot.ts";
import type { Execution, Input, Plan } from "../types.ts";
import { notRecorded, RecordedEffects, type Host } from "./recorded-effects.ts";
import { known, neverAborted, type NotComparable } from "./run-both.ts";

export type BesideRun = { readonly ok: true; readonly other: Execution } | NotComparable;

/**
 * Runs another flow on the input of an execution that was just made. Its web calls return what the execution recorded; no call is made. A
 * prediction or a day that the execution did not record comes from the host.
 */
export function runBeside(execution: Execution, other: Plan, host: Host): BesideRun | Promise<BesideRun> {
  const { record } = execution;
  if (!(record instanceof ExecutionRecord)) throw new TypeError("This execution was not made by evaluate()");
  const { input } = record;
  const read = readInput(other, known(other, slotValues(input, input.plan.program.applicationSlots)));
  if (!read.ok) return { ok: false, why: "unreadable" };
  if (!other.needsEffects && other.lists.length === 0) return { ok: true, other: evaluate(other, read.input) };
  return runWithEffects(record, other, read.input, host);
}

async function runWithEffects(record: ExecutionRecord, other: Plan, input: Input, host: Host): Promise<BesideRun> {
  const effects = new RecordedEffects();
  const { plan } = record.input;
  // A record has responses in order, without the requests: running it again pairs them.
  if (plan.needsEffects || plan.lists.length > 0) {
    const { answers, error, state } = record;
    await evaluateWithEffects(plan, record.input, effects.own(plan, { answers, error, lookups: state.lookups }), neverAborted);
  }
  const ran = await evaluateWithEffects(other, input, effects.other(planOf(other), host), neverAborted);
  return effects.hasUnansweredLookup || ran.error?.code === notRecorded ? { ok: false, why: "unanswered" } : { ok: true, other: ran };
}
