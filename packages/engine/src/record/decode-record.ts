import { firstDay, lastDay, type FieldType } from "@airlock/flow";
import type { CompiledPlan } from "../compile/plan.ts";
import { PlanInput } from "../input/plan-input.ts";
import type { Slot } from "../program/parts.ts";
import type { EffectResult } from "../run/effect-step.ts";
import type { Lookups } from "../run/lookups.ts";
import { writeSlot } from "../run/read-slot.ts";
import type { ExecutionError } from "../types.ts";
import { recordFormat } from "./layout.ts";
import { linksFromText } from "./links-text.ts";
import { splitAnswers } from "./lookups-text.ts";

/** A record that is not one, or not one of this version. */
export class RecordMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RecordMismatch";
  }
}

export interface DecodedRecord {
  readonly input: PlanInput;
  readonly links: readonly number[];
  readonly after: { readonly numbers: number[]; readonly texts: (string | undefined)[] };
  readonly reasonCodes: readonly string[];
  readonly answers: readonly EffectResult[];
  /** Undefined for a flow without lists, and where the execution failed before it had them. */
  readonly lookups: Lookups | undefined;
  readonly error: ExecutionError | undefined;
}

export function decodeRecord(plan: CompiledPlan, text: string): DecodedRecord {
  const line = parseLine(text);
  const [format, application, links, runtime, reasonCodes, answers = [], error] = line;
  if (format !== recordFormat) throw new RecordMismatch(`The record's format is ${String(format)}; this engine reads ${recordFormat}`);
  const { applicationSlots, runtimeSlots } = plan.program;
  const before = { numbers: plan.numbers.slice(), texts: plan.texts.slice() };
  place(before, applicationSlots, application);
  const after = { numbers: plan.numbers.slice(), texts: plan.texts.slice() };
  place(after, runtimeSlots, runtime);
  const taken = typeof links === "string" ? linksFromText(links, plan.program.links.length) : undefined;
  if (taken === undefined) throw new RecordMismatch("The record's links are not those of this version");
  const all = list(answers).map((answer) => list(answer).map(scalar));
  const split = plan.program.lists.length === 0 ? { answers: all, lookups: undefined } : splitAnswers(all);
  return {
    input: new PlanInput(plan, before.numbers, before.texts),
    links: taken,
    after,
    reasonCodes: list(reasonCodes).map(String),
    ...split,
    error: error === undefined ? undefined : readError(error),
  };
}

function parseLine(text: string): readonly unknown[] {
  try {
    return list(JSON.parse(text));
  } catch (error) {
    throw error instanceof RecordMismatch ? error : new RecordMismatch("The record is not JSON");
  }
}

function place(state: { numbers: number[]; texts: (string | undefined)[] }, slots: readonly Slot[], values: unknown): void {
  const given = list(values);
  if (given.length !== slots.length) throw new RecordMismatch("The record has not as many values as this version has fields");
  for (const [index, slot] of slots.entries()) {
    const value = scalar(given[index]);
    if (value !== null && (typeof value === "string") !== (slot.type === "String")) {
      throw new RecordMismatch(`The record's value of '${slot.name}' is of another type`);
    }
    if (typeof value === "number" && !isHeld(value, slot.type)) {
      throw new RecordMismatch(`The record's value of '${slot.name}' is no ${slot.type}`);
    }
    writeSlot(state, slot, value ?? undefined);
  }
}

/** [RE5] */
function isHeld(value: number, type: FieldType): boolean {
  if (type === "Boolean") return value === 0 || value === 1;
  return type !== "Date" || (Number.isInteger(value) && value >= firstDay && value <= lastDay);
}

function readError(value: unknown): ExecutionError {
  const [code, nodeId, message] = list(value);
  return { code: String(code), nodeId: String(nodeId), message: String(message) };
}

function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new RecordMismatch("The record is not laid out as a record");
}

function scalar(value: unknown): string | number | null {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new RecordMismatch("The record holds a value that is neither text nor number");
}
