import { typeBits, typeCodes, typeMask } from "../compile/field-code.ts";
import { planOf } from "../compile/plan.ts";
import { NamedValues } from "../run/named-values.ts";
import { readSlot } from "../run/read-slot.ts";
import type { InputProblem, InputRead, Plan } from "../types.ts";
import { PlanInput } from "./plan-input.ts";
import { readBoolean, readDate, readFloat, readInteger, readText, type Misfit } from "./read-value.ts";

/** [LI3] The caller reads no further than this many problems. */
const maxProblems = 50;

/** [VA3] [VA4] Checks what a caller sent, by field name, against the plan's application fields. */
export function readInput(plan: Plan, body: unknown): InputRead {
  const compiled = planOf(plan);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { ok: false, problems: [{ field: "", code: "notAnObject", message: "Send an object with a value for each field." }] };
  }
  const numbers = compiled.numbers.slice();
  const texts = compiled.texts.slice();
  let problems: InputProblem[] | undefined;
  // for...in is the fastest way to iterate over an object; it also visits inherited properties, so there must not be any.
  const given = inheritsNothing(body) ? body : Object.assign(new NamedValues(), body);
  const { inputNames, inputCodes } = compiled;
  // Most callers send the fields in their order, so the next one is guessed before it is looked up.
  let next = 0;
  for (const name in given) {
    if (inputNames[next] !== name) {
      const position = compiled.inputPositions.get(name);
      if (position === undefined) {
        problems = addProblem(problems, name, unknownField);
        continue;
      }
      next = position;
    }
    const code = inputCodes[next] ?? 0;
    next += 1;
    const value: unknown = (given as Readonly<Record<string, unknown>>)[name]; // an object by the check above
    const place = code >> typeBits;
    const type = code & typeMask;
    if (type === typeCodes.String) {
      const text = readText(value);
      if (typeof text === "object") problems = addProblem(problems, name, text);
      else texts[place] = text;
    } else {
      const number =
        type === typeCodes.Integer
          ? readInteger(value)
          : type === typeCodes.Float
            ? readFloat(value)
            : type === typeCodes.Boolean
              ? readBoolean(value)
              : readDate(value);
      if (typeof number === "object") problems = addProblem(problems, name, number);
      else numbers[place] = number;
    }
  }
  const input = new PlanInput(compiled, numbers, texts);
  for (const slot of compiled.requiredSlots) {
    if (readSlot(input, slot) === undefined && !problems?.some(({ field }) => field === slot.name)) {
      problems = addProblem(problems, slot.name, requiredField);
    }
  }
  return problems === undefined ? { ok: true, input } : { ok: false, problems };
}

const nothing = {};

/** Whether `for...in` finds no inherited properties: a plain object, as `JSON.parse` returns, and an unmodified Object.prototype. */
function inheritsNothing(body: object): boolean {
  const prototype: unknown = Reflect.getPrototypeOf(body);
  if (prototype !== null && prototype !== Object.prototype) return false;
  // oxlint-disable-next-line guard-for-in -- what is inherited is what is looked for
  for (const _ in nothing) return prototype === null;
  return true;
}

const unknownField: Misfit = { code: "unknown", message: "There is no such application field." };
const requiredField: Misfit = { code: "missing", message: "This field is required." };

function addProblem(problems: InputProblem[] | undefined, field: string, { code, message }: Misfit): InputProblem[] {
  const reported = problems ?? [];
  if (reported.length < maxProblems) reported.push({ field, code, message });
  return reported;
}
