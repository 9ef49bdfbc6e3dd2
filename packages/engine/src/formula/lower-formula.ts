import { typeFits, typeFormula, type FieldSource, type FieldType, type TypedFormula } from "@airlock/flow";
import type { Lowering } from "../program/lowering.ts";
import type { Slot } from "../program/parts.ts";

export interface LoweredFormula {
  readonly formula: TypedFormula;
  readonly usesToday: boolean;
}

/** Adds the fields that it reads to `reads`. */
export function lowerFormula(text: string, reads: Set<Slot>, lowering: Lowering): LoweredFormula | undefined {
  const type = (source: FieldSource, key: string): FieldType | undefined => {
    const slot = lowering.slots.find((one) => one.source === source && one.key === key);
    if (slot !== undefined) reads.add(slot);
    return slot?.type;
  };
  const typed = typeFormula(text, { type });
  return typed.ok ? typed : lowering.refuse(typed.problems[0].message);
}

/** A formula whose result the target can hold. */
export function lowerResult(text: string, target: Slot, reads: Set<Slot>, lowering: Lowering): LoweredFormula | undefined {
  const lowered = lowerFormula(text, reads, lowering);
  if (lowered === undefined) return undefined;
  const given = lowered.formula.type;
  // A Float that has no fraction fits into an Integer field [NU8].
  if (typeFits(given, target.type) || (given === "Float" && target.type === "Integer")) return lowered;
  return lowering.refuse(`The formula gives a ${given}, which '${target.name}' cannot hold.`);
}
