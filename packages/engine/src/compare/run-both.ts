import { planOf } from "../compile/plan.ts";
import { readInput } from "../input/read-input.ts";
import { decodeRecord } from "../record/decode-record.ts";
import { evaluate } from "../run/evaluate.ts";
import { evaluateWithEffects } from "../run/evaluate-with-effects.ts";
import { NamedValues } from "../run/named-values.ts";
import { slotValues } from "../run/read-slot.ts";
import type { Effects, Execution, Input, Plan, ValuesByName } from "../types.ts";
import { notRecorded, RecordedEffects } from "./recorded-effects.ts";

export interface BothRuns {
  readonly ok: true;
  readonly applicationData: ValuesByName;
  readonly recorded: Execution;
  readonly other: Execution;
}

/** Why two flows cannot be compared on an input: the other needs a response that was not recorded, or does not take the input. */
export interface NotComparable {
  readonly ok: false;
  readonly why: "unanswered" | "unreadable";
}

/** Nothing is awaited: every response is recorded. */
export const neverAborted: AbortSignal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

/**
 * Runs a recorded execution again, with its own flow and with another one. Calls return the recorded responses. The other flow gets the
 * input values that it has fields for. Throws a RecordMismatch for a record that is not of the first flow.
 */
export async function runBoth(recordedBy: Plan, other: Plan, record: string): Promise<BothRuns | NotComparable> {
  const compiled = planOf(recordedBy);
  const decoded = decodeRecord(compiled, record);
  const applicationData = slotValues(decoded.input, compiled.program.applicationSlots);
  const effects = new RecordedEffects();
  const recorded = await run(recordedBy, decoded.input, effects.own(compiled, decoded));
  const read = readInput(other, known(other, applicationData));
  if (!read.ok) return { ok: false, why: "unreadable" };
  const second = await run(other, read.input, effects.other(planOf(other)));
  const isUnanswered = effects.hasUnansweredLookup || second.error?.code === notRecorded || recorded.error?.code === notRecorded;
  if (isUnanswered) return { ok: false, why: "unanswered" };
  return { ok: true, applicationData, recorded, other: second };
}

/** Runs one input by two flows without effects. */
export function runBothOn(first: Plan, second: Plan, values: Readonly<Record<string, unknown>>): BothRuns | NotComparable {
  const [one, two] = [readInput(first, known(first, values)), readInput(second, known(second, values))];
  if (!one.ok || !two.ok) return { ok: false, why: "unreadable" };
  const applicationData = slotValues(planInput(one.input), planOf(first).program.applicationSlots);
  return { ok: true, applicationData, recorded: evaluate(first, one.input), other: evaluate(second, two.input) };
}

function planInput(input: Input): Parameters<typeof slotValues>[0] {
  // Inputs are only created by readInput and have this layout.
  return input as unknown as Parameters<typeof slotValues>[0];
}

function run(plan: Plan, input: Input, effects: Effects): Promise<Execution> | Execution {
  return plan.needsEffects ? evaluateWithEffects(plan, input, effects, neverAborted) : evaluate(plan, input, effects);
}

/** The values that the flow has fields for. */
export function known({ applicationFields }: Plan, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = new NamedValues() as Record<string, unknown>; // inherits nothing, whatever fields are called
  for (const { name } of applicationFields) if (Object.hasOwn(values, name)) given[name] = values[name];
  return given;
}
