import type { Operand, Slot } from "../program/parts.ts";
import type { SqlLists } from "./lists.ts";
import type { Numbers } from "./numbers.ts";
import { heldAs, type NumberValue, type SlotValue, type TextValue } from "./value.ts";

/** The values of all fields at one moment of the run, for all rows at once. */
export class Memory {
  readonly #numbers: Numbers;
  readonly #values: SlotValue[];
  readonly lists: SqlLists;

  constructor(numbers: Numbers, values: readonly SlotValue[], lists: SqlLists) {
    this.#numbers = numbers;
    this.lists = lists;
    this.#values = [...values];
  }

  slot(slot: Slot): SlotValue {
    const value = this.#values[slot.index];
    if (value === undefined) throw new RangeError(`There is no slot ${slot.index}`);
    return value;
  }

  number(slot: Slot): NumberValue {
    const value = this.slot(slot);
    if (value.kind === "text") throw new TypeError(`Slot ${slot.index} holds texts`);
    return value;
  }

  operand(operand: Operand): SlotValue {
    if (operand.kind === "slot") return this.slot(operand.slot);
    if (operand.type === "String") return { kind: "text", term: this.#numbers.terms.text(operand.value), mayBeMissing: false };
    return this.#numbers.literal(operand.value, heldAs(operand.type));
  }

  set(slot: Slot, value: SlotValue): void {
    this.#values[slot.index] = value;
  }
}

export function chooseText(numbers: Numbers, flag: TextValue["term"], then: TextValue, otherwise: TextValue): TextValue {
  const { terms } = numbers;
  if (flag === terms.always) return then;
  if (flag === terms.never) return otherwise;
  const term = terms.choose(flag, then.term, otherwise.term);
  return { kind: "text", term, mayBeMissing: then.mayBeMissing || otherwise.mayBeMissing };
}
