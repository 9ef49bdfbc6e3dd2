import type { Slot } from "../program/parts.ts";
import { ExecutionRecord } from "../run/execution.ts";
import type { EffectResult } from "../run/effect-step.ts";
import { noLookups } from "../run/lookups.ts";
import type { Values } from "../run/read-slot.ts";
import type { Execution } from "../types.ts";
import { recordFormat } from "./layout.ts";
import { linksToText } from "./links-text.ts";
import { lookupAnswers } from "./lookups-text.ts";

/**
 * [RE1] One line of JSON: format, application values, links taken, runtime values, reason codes; then responses and error if there are any.
 * Concatenated by hand, because every served decision writes one and `JSON.stringify` would need the lists to be built first.
 */
export function encodeRecord(execution: Execution): string {
  const { record } = execution;
  if (!(record instanceof ExecutionRecord)) throw new TypeError("This execution was not made by evaluate()");
  const { input, state, error } = record;
  const answers = state.lookups === noLookups ? record.answers : [...lookupAnswers(state.lookups), ...record.answers];
  const { applicationSlots, runtimeSlots } = input.plan.program;
  const before = valuesText(input, applicationSlots);
  const after = valuesText(state, runtimeSlots);
  const line = `[${recordFormat},[${before}],"${linksToText(state.taken)}",[${after}],[${textsText(state.reasonCodes)}]`;
  if (error !== undefined) return `${line},[${answersText(answers)}],${JSON.stringify([error.code, error.nodeId, error.message])}]`;
  return answers.length > 0 ? `${line},[${answersText(answers)}]]` : `${line}]`;
}

function valuesText({ numbers, texts }: Values, slots: readonly Slot[]): string {
  let line = "";
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i];
    if (slot === undefined) continue;
    if (i > 0) line += ",";
    if (slot.type === "String") {
      const text = texts[slot.place];
      line += text === undefined ? "null" : quoted(text);
    } else {
      const number = numbers[slot.place] ?? NaN;
      line += number === number ? number : "null";
    }
  }
  return line;
}

function textsText(texts: readonly string[]): string {
  let line = "";
  for (let i = 0; i < texts.length; i += 1) line += i > 0 ? `,${quoted(texts[i] ?? "")}` : quoted(texts[i] ?? "");
  return line;
}

function answersText(answers: readonly EffectResult[]): string {
  let line = "";
  for (let i = 0; i < answers.length; i += 1) {
    const answer = answers[i] ?? [];
    line += i > 0 ? ",[" : "[";
    for (let j = 0; j < answer.length; j += 1) {
      const value = answer[j] ?? null;
      if (j > 0) line += ",";
      // V8 caches the texts of recent ones: a score is also a value of the runtime.
      line += typeof value === "string" ? quoted(value) : Number.isFinite(value) ? value : "null";
    }
    line += "]";
  }
  return line;
}

/** Most texts are short and need no escaping; a scan of the characters is faster for them than JSON.stringify. */
function quoted(text: string): string {
  if (text.length > 40) return JSON.stringify(text);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code === 34 || code === 92 || code > 126) return JSON.stringify(text);
  }
  return `"${text}"`;
}
