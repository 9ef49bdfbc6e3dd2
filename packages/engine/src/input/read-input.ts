import type { CompiledPlan } from "../compile/plan.ts";
import { planOf } from "../compile/plan.ts";
import { writeSlot, readSlot } from "../run/read-slot.ts";
import type { Input, InputProblem, InputRead, Plan, Value } from "../types.ts";
import { readValue } from "./read-value.ts";

/** The caller reads no further than this many problems. */
const mostProblems = 50;

/** Application values laid out as a run of this plan starts with them. */
export class PlanInput implements Input {
  readonly plan: CompiledPlan;
  readonly numbers: readonly number[];
  readonly texts: readonly (string | undefined)[];

  constructor(plan: CompiledPlan, numbers: readonly number[], texts: readonly (string | undefined)[]) {
    this.plan = plan;
    this.numbers = numbers;
    this.texts = texts;
  }

  get values(): readonly Value[] {
    // Only read here; readSlot wants the arrays of a running state, which are writable.
    const state = this as unknown as Parameters<typeof readSlot>[0];
    return this.plan.program.applicationSlots.map((slot) => readSlot(state, slot));
  }
}

/** [VA3] [VA4] Checks what a caller sent, by field name, against the plan's application fields. */
export function readInput(plan: Plan, body: unknown): InputRead {
  const compiled = planOf(plan);
  const problems: InputProblem[] = [];
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { ok: false, problems: [{ field: "", code: "notAnObject", message: "Send an object with a value for each field." }] };
  }
  const state = { numbers: compiled.numbers.slice(), texts: compiled.texts.slice() };
  for (const slot of compiled.program.applicationSlots) {
    const value = readValue(Object.hasOwn(body, slot.name) ? Reflect.get(body, slot.name) : undefined, slot.type);
    if (typeof value === "object") problems.push({ field: slot.name, code: value.code, message: value.message });
    else if (value !== undefined) writeSlot(state, slot, value);
    else if (compiled.required.has(slot.name)) {
      problems.push({ field: slot.name, code: "missing", message: "This field is required." });
    }
  }
  for (const name of Object.keys(body)) {
    if (problems.length >= mostProblems) break;
    if (!compiled.names.has(name)) problems.push({ field: name, code: "unknown", message: "There is no such application field." });
  }
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, mostProblems) };
  return { ok: true, input: new PlanInput(compiled, state.numbers, state.texts) };
}
