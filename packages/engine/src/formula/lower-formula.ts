import { typeFits, typeFormula, type FieldSource, type FieldType, type TypedFormula } from "@airlock/flow";
import type { Lowering } from "../program/lowering.ts";
import type { ListUse, Slot } from "../program/parts.ts";
import { lookupsIn } from "./lookups-in.ts";

export interface LoweredFormula {
  readonly formula: TypedFormula;
  readonly usesToday: boolean;
}

/** What formulas read. */
export class FormulaReads {
  readonly slots = new Set<Slot>();
  readonly lists = new Set<ListUse>();
}

/** Adds what it reads to `reads`. */
export function lowerFormula(text: string, reads: FormulaReads, lowering: Lowering): LoweredFormula | undefined {
  const type = (source: FieldSource, key: string): FieldType | undefined => {
    const slot = lowering.slots.find((one) => one.source === source && one.key === key);
    if (slot !== undefined) reads.slots.add(slot);
    return slot?.type;
  };
  const typed = typeFormula(text, { type, list: (name) => lowering.flowList(name) });
  if (!typed.ok) return lowering.refuse(typed.problems[0].message);
  for (const part of lookupsIn(typed.formula)) {
    const list = lowering.list(part.list);
    if (list === undefined || (part.kind === "lookup" && lowering.columnType(list, part.column) === undefined)) return undefined;
    reads.lists.add(list);
  }
  return typed;
}

/** A formula whose result can be stored in the target. */
export function lowerResult(text: string, target: Slot, reads: FormulaReads, lowering: Lowering): LoweredFormula | undefined {
  const lowered = lowerFormula(text, reads, lowering);
  if (lowered === undefined) return undefined;
  const given = lowered.formula.type;
  // A Float that has no fraction fits into an Integer field [NU8].
  if (typeFits(given, target.type) || (given === "Float" && target.type === "Integer")) return lowered;
  return lowering.refuse(`The formula gives a ${given}, which '${target.name}' cannot hold.`);
}
