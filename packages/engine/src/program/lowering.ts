import {
  findList,
  isNumberType,
  readLiteral,
  typeFits,
  type Definition,
  type FieldSource,
  type FieldType,
  type Finding,
  type FlowList,
  type OperandSource,
  type SubFlowNode,
} from "@airlock/flow";
import { toFloat, largestInteger } from "../number.ts";
import type { Assignment, ListUse, NumberSlot, NumberType, Operand, Slot } from "./parts.ts";

const numericText = /^-?[0-9]+(\.[0-9]+)?$/;

/** Shared by the flow and its sub-flows, each of which has its own `Lowering`. */
class Pool {
  readonly slots: Slot[] = [];
  readonly findings: Finding[] = [];
  readonly lists: PooledList[] = [];
  numbers = 0;
  texts = 0;
}

type PooledList = ListUse & { readonly columns: string[] };

/** How a sub-flow is called. */
interface Called {
  readonly node: SubFlowNode;
  readonly by: Lowering;
}

/**
 * Turns the names and texts of a definition into slots and values. The validator has refused what cannot be turned; should
 * something pass it, it becomes a finding here and never an exception.
 */
export class Lowering {
  /** Those of the flow, or of the sub-flow. */
  readonly slots: readonly Slot[];
  readonly behaviour: number;
  readonly #definition: Definition;
  readonly #pool: Pool;
  readonly #called: Called | undefined;
  readonly #lists = new Map<string, PooledList>();
  readonly #subFlows = new Map<string, Lowering>();
  readonly #byKey: Readonly<Record<FieldSource, ReadonlyMap<string, Slot>>>;
  #place: { readonly nodeId: string } | { readonly linkId: string } | undefined;

  constructor(definition: Definition, behaviour: number, called?: Called) {
    this.behaviour = behaviour;
    this.#definition = definition;
    this.#called = called;
    const pool = called === undefined ? new Pool() : called.by.#pool;
    this.#pool = pool;
    const slots: Slot[] = [];
    const add = (source: FieldSource): Map<string, Slot> => {
      const fields = source === "Application" ? definition.applicationDatasetFields : definition.runtimeDatasetFields;
      const byKey = new Map<string, Slot>();
      for (const { key, name, type } of fields) {
        const place = type === "String" ? pool.texts++ : pool.numbers++;
        const slot: Slot = { index: pool.slots.length, source, key, name: intern(name), type, place };
        pool.slots.push(slot);
        slots.push(slot);
        byKey.set(key, slot);
      }
      return byKey;
    };
    this.#byKey = { Application: add("Application"), Runtime: add("Runtime") };
    this.slots = slots;
    for (const { listId, name, keyType } of definition.lists ?? []) {
      // A sub-flow uses the lists of the calling flow under its own names: one execution has one version of a list.
      const known = called && pool.lists.find((list) => list.listId === listId);
      const use: PooledList = { index: pool.lists.length, columns: [], ...known, listId, name: intern(name), keyType };
      this.#lists.set(name, use);
      if (known === undefined) pool.lists.push(use);
    }
    if (behaviour < 4 && this.#lists.size > 0) this.refuse(`Behaviour ${behaviour} has no lists.`);
    const later = behaviour < 3 ? slots.find(({ type }) => type === "Boolean" || type === "Date") : undefined;
    if (later !== undefined) this.refuse(`'${later.name}' is a ${later.type}, which behaviour ${behaviour} does not have.`);
  }

  /** In the order of the definition, those of sub-flows after them. */
  get lists(): readonly ListUse[] {
    return this.#pool.lists;
  }

  /** Those of the flow and all its sub-flows. */
  get allSlots(): readonly Slot[] {
    return this.#pool.slots;
  }

  get findings(): readonly Finding[] {
    return this.#pool.findings;
  }

  /** [SF2] What the application fields of a sub-flow are set to, and which of them must not be missing then. */
  inputs(): { readonly inputs: readonly Assignment[]; readonly required: readonly Slot[] } {
    if (this.#called === undefined) return { inputs: [], required: [] };
    const { node, by } = this.#called;
    const fields = this.#definition.applicationDatasetFields;
    const inputs = node.subFlowInputs.flatMap(({ field: name, datasource, fieldKey }): readonly Assignment[] => {
      const field = fields.find((one) => one.name === name);
      const target = field && this.slot("Application", field.key);
      const value = target && by.operand(datasource, fieldKey, target.type);
      if (target === undefined) this.refuse(`Choose a field of the sub-flow: '${name}' is not one.`);
      return target === undefined || value === undefined || !this.#fits(value.type, target) ? [] : [{ target, operator: "=", value }];
    });
    const required = fields.flatMap(({ key, required: isRequired }) => (isRequired ? (this.slot("Application", key) ?? []) : []));
    return { inputs, required };
  }

  addSubFlow(nodeId: string, within: Lowering): void {
    this.#subFlows.set(nodeId, within);
  }

  /** [SF4] What fields of the flow are set to when a sub-flow has ended. */
  outputs({ id, subFlowOutputs }: SubFlowNode): readonly Assignment[] | undefined {
    const within = this.#subFlows.get(id);
    if (within === undefined) return this.refuse("Choose a version that is a sub-flow of this flow.");
    return subFlowOutputs.flatMap(({ field: name, resultField }): readonly Assignment[] => {
      const slot = within.slots.find((one) => one.source === "Runtime" && one.name === name);
      const target = this.slot("Runtime", resultField);
      if (slot === undefined) this.refuse(`Choose a field of the sub-flow: '${name}' is not one.`);
      if (slot === undefined || target === undefined || !this.#fits(slot.type, target)) return [];
      return [{ target, operator: "=", value: { kind: "slot", type: slot.type, slot } }];
    });
  }

  #fits(type: FieldType, { name, type: wanted }: Slot): boolean {
    if (typeFits(type, wanted)) return true;
    this.refuse(`'${name}' of type ${wanted} cannot be set to a value of type ${type}.`);
    return false;
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
    this.#pool.findings.push({ code: "NOT_RUNNABLE", level: "error", ...this.#place, message });
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

  /** A literal as its stored number. */
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

/** Interns a text as a property name, so that V8 compares it with other interned texts by pointer. */
export function intern(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}
