import {
  findList,
  type DatasetField,
  type Definition,
  type FieldSource,
  type FieldType,
  type FlowList,
  type OperandSource,
  type typeFormula,
} from "@airlock/flow";
import type { KnownValue, ListVersion, Value } from "../types.ts";
import type { ReferenceLists } from "./lists.ts";

/** A value and the type it counts as; missing values have a type too, that of their field. */
export interface Typed {
  readonly type: FieldType;
  readonly value: Value;
}

interface RanSubFlow {
  readonly inner: Memory;
  readonly called: Definition;
}

/** The values of a run's fields in plain form: a Boolean as true or false, a Date as its text, which sorts by day. */
export class Memory {
  readonly #fields: { readonly [Source in FieldSource]: ReadonlyMap<string, DatasetField> };
  readonly #values: { readonly [Source in FieldSource]: Map<string, Value> };

  readonly #definition: Definition;
  readonly #subFlows = new Map<string, RanSubFlow>();
  readonly #lists: ReferenceLists;

  /** [VA1] Application values as passed in, in the definition's order; every runtime field missing. */
  constructor(definition: Definition, application: readonly Value[], lists: ReferenceLists = new Map()) {
    this.#definition = definition;
    this.#lists = lists;
    this.#fields = {
      Application: new Map(definition.applicationDatasetFields.map((field) => [field.key, field])),
      Runtime: new Map(definition.runtimeDatasetFields.map((field) => [field.key, field])),
    };
    this.#values = {
      Application: new Map(definition.applicationDatasetFields.map((field, index) => [field.key, application[index]])),
      Runtime: new Map(),
    };
  }

  type(source: FieldSource, key: string): FieldType {
    const field = this.#fields[source].get(key);
    if (field === undefined) throw new Error(`There is no ${source} field ${key}; the validator lets no such definition through`);
    return field.type;
  }

  /** What formulas may read. */
  get scope(): Parameters<typeof typeFormula>[1] {
    return { type: (source, key) => this.type(source, key), list: (name) => findList(this.#definition, name) };
  }

  list(name: string): { readonly list: ListVersion; readonly columns: FlowList["columns"] } {
    const list = this.#lists.get(name);
    if (list === undefined) throw new Error(`There is no list ${name}; an execution without it does not begin`);
    return { list, columns: findList(this.#definition, name)?.columns ?? [] };
  }

  /** The fields of a sub-flow that has run, by the id of the node that called it. */
  subFlow(nodeId: string): RanSubFlow {
    const ran = this.#subFlows.get(nodeId);
    if (ran === undefined) throw new Error(`The sub-flow of ${nodeId} has not run`);
    return ran;
  }

  keepSubFlow(nodeId: string, ran: RanSubFlow): void {
    this.#subFlows.set(nodeId, ran);
  }

  get(source: FieldSource, key: string): Value {
    return this.#values[source].get(key);
  }

  set(source: FieldSource, key: string, value: Value): void {
    this.#values[source].set(key, value);
  }

  /** A field, or a literal that counts as `literalType`. */
  operand(source: OperandSource, text: string, literalType: FieldType): Typed {
    if (source !== "Literal") return { type: this.type(source, text), value: this.get(source, text) };
    return { type: literalType, value: literalValue(text, literalType) };
  }

  /** Runtime values by name, missing ones absent. */
  runtimeData(): Record<string, KnownValue> {
    const data = Object.create(null) as Record<string, KnownValue>; // Object.create returns `any`
    for (const field of this.#fields.Runtime.values()) {
      const value = this.get("Runtime", field.key);
      if (value !== undefined) data[field.name] = value;
    }
    return data;
  }
}

/** [CO2] [SE4] [VA6] [VA7] */
export function literalValue(text: string, type: FieldType): KnownValue {
  if (type === "Boolean") return text === "true";
  return type === "String" || type === "Date" ? text : Number(text) + 0;
}
