import type { Slot } from "../program/program.ts";
import { ExecutionRecord } from "../run/execution.ts";
import { readSlot } from "../run/read-slot.ts";
import type { Execution } from "../types.ts";
import { linksToText } from "./links-text.ts";

/** [RE1] The first entry of every record: how it is laid out. */
export const recordFormat = 1;

/** [RE2] One line of JSON: format, application values, links taken, runtime values, reason codes, and only when there are any: answers, error. */
export function encodeRecord(execution: Execution): string {
  const { record } = execution;
  if (!(record instanceof ExecutionRecord)) throw new TypeError("This execution was not made by evaluate()");
  const { plan, input, state, answers, error } = record;
  const { applicationSlots, runtimeSlots, links } = plan.program;
  const line: unknown[] = [
    recordFormat,
    positional(input, applicationSlots),
    linksToText(state.taken, links.length),
    positional(state, runtimeSlots),
    state.reasonCodes,
  ];
  if (answers.length > 0 || error !== undefined) line.push(answers);
  if (error !== undefined) line.push([error.code, error.nodeId, error.message]);
  return JSON.stringify(line);
}

function positional(
  values: { readonly numbers: readonly number[]; readonly texts: readonly (string | undefined)[] },
  slots: readonly Slot[],
) {
  // Only read here; readSlot takes the writable arrays of a running state.
  const state = values as Parameters<typeof readSlot>[0];
  return slots.map((slot) => readSlot(state, slot) ?? null);
}
