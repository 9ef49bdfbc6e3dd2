import {
  findList,
  isNumberType,
  readLiteral,
  type Definition,
  type FieldSource,
  type FieldType,
  type Finding,
  type FlowList,
  type OperandSource,
} from "@airlock/flow";
import { toFloat, largestInteger } from "../number.ts";
import type { ListUse, NumberSlot, NumberType, Operand, Slot } from "./parts.ts";

const numericText = /^-?[0-9]+(\.[0-9]+)?$/;

/**
 * Turns the names and texts of a definition into slots and values. The validator has refused what cannot be turned; should
 * something pass it, it becomes a finding here and never an exception.
 */
export class Lowering {
  readonly slots: readonly Slot[];
  readonly findings: Finding[] = [];
  readonly behaviour: number;
  readonly #definition: Definition;
  readonly #lists = new Map<string, ListUse & { readonly columns: string[] }>();
  readonly #byKey: Readonly<Record<FieldSource, ReadonlyMap<string, Slot>>>;
  #place: { readonly nodeId: string } | { readonly linkId: string } | undefined;

  constructor(definition: Definition, behaviour: number) {
    this.behaviour = behaviour;
    this.#definition = definition;
    const slots: Slot[] = [];
    let numbers = 0;
    let texts = 0;
    const add = (source: FieldSource): Map<string, Slot> => {
      const fields = source === "Application" ? definition.applicationDatasetFields : definition.runtimeDatasetFields;
      const byKey = new Map<string, Slot>();
      for (const { key, name, type } of fields) {
        const slot: Slot = { index: slots.length, source, key, name: intern(name), type, place: type === "String" ? texts++ : numbers++ };
        slots.push(slot);
        byKey.set(key, slot);
      }
      return byKey;
    };
    this.#byKey = { Application: add("Application"), Runtime: add("Runtime") };
    this.slots = slots;
    for (const [index, { listId, name, keyType }] of (definition.lists ?? []).entries()) {
      this.#lists.set(name, { index, listId, name: intern(name), keyType, columns: [] });
    }
    if (behaviour < 4 && this.#lists.size > 0) this.refuse(`Behaviour ${behaviour} has no lists.`);
    const later = behaviour < 3 ? slots.find(({ type }) => type === "Boolean" || type === "Date") : undefined;
    if (later !== undefined) this.refuse(`'${later.name}' is a ${later.type}, which behaviour ${behaviour} does not have.`);
  }

  /** In the order of the definition. */
  get lists(): readonly ListUse[] {
    return [...this.#lists.values()];
  }

  flowList(name: string): FlowList | undefined {
    return findList(this.#definition, name);
  }

  list(name: string): ListUse | undefined {
    return this.#lists.get(name) ?? this.refuse(`Choose a list: '${name}' is not one of the flow.`);
  }

  /** Of a column of the list, which is then one of those that the flow reads. */
  columnType({ name }: ListUse, column: string): FieldType | undefined {
    const use = this.#lists.get(name);
    const found = this.flowList(name)?.columns.find((one) => one.name === column);
    if (use === undefined || found === undefined) return this.refuse(`Choose a column: '${name}' has no column '${column}'.`);
    if (!use.columns.includes(column)) use.columns.push(column);
    return found.type;
  }

  /** Whatever is found wrong from here on is about this node or link. */
  at(place: { readonly nodeId: string } | { readonly linkId: string }): void {
    this.#place = place;
  }

  refuse(message: string): undefined {
    this.findings.push({ code: "NOT_RUNNABLE", level: "error", ...this.#place, message });
    return undefined;
  }

  slot(source: FieldSource, key: string): Slot | undefined {
    return this.#byKey[source].get(key) ?? this.refuse(`Choose a field: '${key}' is not one of the ${source.toLowerCase()} fields.`);
  }

  numberSlot(source: FieldSource, key: string): NumberSlot | undefined {
    const slot = this.slot(source, key);
    if (slot === undefined || isNumberSlot(slot)) return slot;
    return this.refuse(`Choose an Integer or Float field: '${slot.name}' is a ${slot.type}.`);
  }

  operand(source: OperandSource, text: string, literalType: FieldType): Operand | undefined {
    if (source !== "Literal") {
      const slot = this.slot(source, text);
      return slot && { kind: "slot", type: slot.type, slot };
    }
    if (literalType === "String") return { kind: "literal", type: "String", value: intern(text) };
    const value = this.literal(text, literalType);
    return value === undefined ? undefined : { kind: "literal", type: literalType, value };
  }

  /** A literal as the number that it is held as. */
  literal(text: string, type: Exclude<FieldType, "String">): number | undefined {
    if (isNumberType(type)) return this.number(text, type);
    const read = readLiteral(text, type);
    return read.ok ? Number(read.value) : this.refuse(`Write a ${type}: '${text}' is not one.`);
  }

  number(text: string, type: NumberType): number | undefined {
    const value = numericText.test(text) ? Number(text) : NaN;
    const inForm = type === "Float" ? toFloat(value) : Number.isInteger(value) && Math.abs(value) <= largestInteger ? value + 0 : NaN;
    return Number.isNaN(inForm) ? this.refuse(`Write ${type === "Float" ? "a number" : "an integer"}: '${text}' is not one.`) : inForm;
  }

  points(text: string, target: Slot): number | undefined {
    return this.number(text, target.type === "Integer" ? "Integer" : "Float");
  }
}

function isNumberSlot(slot: Slot): slot is NumberSlot {
  return isNumberType(slot.type);
}

/** A literal without a point is an Integer. */
export function numberTypeOf(text: string): NumberType {
  return text.includes(".") ? "Float" : "Integer";
}

/** The host's one copy of a text, which it compares with others of that sort by identity. */
export function intern(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}
