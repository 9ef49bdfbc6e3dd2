/**
 * A definition made plain: fields are slots, literals are values, texts are parsed, nodes stand in the order in which they run.
 * The compiled plan, the SQL back end and the explanation of a record all start from here; the reference interpreter does not.
 */
import type { JsonPath, ConditionOperator, FieldSource, FieldType, NodeKind, SetterOperator, CalculationOperator } from "@airlock/flow";

export type NumberType = "Integer" | "Float";

/** Where a field's value lives while a flow runs. */
export interface Slot {
  /** Position among all slots: application fields first, then runtime fields, each in the definition's order. */
  readonly index: number;
  readonly source: FieldSource;
  readonly key: string;
  readonly name: string;
  readonly type: FieldType;
  /** Numbers and texts are stored apart, so that a number is never boxed; this is the position in its own store. */
  readonly place: number;
}

export type Operand =
  | { readonly kind: "slot"; readonly type: FieldType; readonly slot: Slot }
  | { readonly kind: "literal"; readonly type: "String"; readonly value: string }
  | { readonly kind: "literal"; readonly type: NumberType; readonly value: number };

export interface Comparison {
  readonly left: Slot;
  readonly operator: ConditionOperator;
  readonly right: Operand;
}

/** Any of the groups, all of the group. No group at all always holds. */
export type Condition = readonly (readonly Comparison[])[];

export interface Assignment {
  readonly target: Slot;
  readonly operator: SetterOperator;
  readonly value: Operand;
}

export type Expression =
  | { readonly kind: "operand"; readonly type: NumberType; readonly operand: Operand }
  | {
      readonly kind: "operation";
      readonly type: NumberType;
      readonly operator: CalculationOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

export interface Band {
  readonly from: number | undefined;
  readonly fromIncluded: boolean;
  readonly to: number | undefined;
  readonly toIncluded: boolean;
  /** Of the type of the result field. */
  readonly points: number;
  /** Empty: none. */
  readonly reasonCode: string;
}

export interface ListEntry {
  readonly value: string | number;
  /** Of the type of the result field. */
  readonly points: number;
  readonly reasonCode: string;
}

/** A text with fields in it: plain parts and slots in turn. */
export type Template = readonly (string | Slot)[];

export interface Output {
  readonly target: Slot;
  readonly path: JsonPath;
}

export type Operation =
  | { readonly kind: "Start" }
  | { readonly kind: "End" }
  | { readonly kind: "EasyRule"; readonly condition: Condition; readonly assignments: readonly Assignment[] }
  | { readonly kind: "Calculation"; readonly expression: Expression; readonly target: Slot }
  | { readonly kind: "SetState"; readonly assignments: readonly Assignment[] }
  | {
      readonly kind: "RangeScore";
      readonly scored: Slot;
      readonly bands: readonly Band[];
      readonly fallback: number | undefined;
      readonly target: Slot;
    }
  | {
      readonly kind: "ListScore";
      readonly scored: Slot;
      readonly entries: readonly ListEntry[];
      readonly fallback: number | undefined;
      readonly target: Slot;
    }
  | {
      readonly kind: "WebCall";
      readonly method: "GET" | "POST" | "PUT" | "DELETE";
      readonly url: Template;
      readonly headers: readonly { readonly key: string; readonly value: Template }[];
      readonly body: Template;
      readonly timeoutMillis: number;
      readonly outputs: readonly Output[];
    }
  | {
      readonly kind: "Prediction";
      readonly config: string;
      readonly model: number;
      readonly inputs: readonly { readonly name: string; readonly slot: Slot }[];
      /** How many reasons of its score it shall give. */
      readonly reasonCodes: number;
      readonly target: Slot;
    };

export type OperationOf<Kind extends NodeKind> = Extract<Operation, { readonly kind: Kind }>;

export interface ProgramNode {
  /** Position in the order of running. */
  readonly index: number;
  readonly id: string;
  readonly label: string;
  readonly operation: Operation;
  /** Links by index, in the definition's order; only those whose source can be reached from Start. */
  readonly incoming: readonly number[];
  readonly outgoing: readonly number[];
}

export interface ProgramLink {
  /** Position in the definition's list of links. */
  readonly index: number;
  readonly id: string;
  readonly source: number;
  readonly target: number;
  readonly condition: Condition;
  /** Taken when no sibling with a condition is; its own condition is then empty. */
  readonly otherwise: boolean;
}

export interface Program {
  readonly behaviour: number;
  readonly slots: readonly Slot[];
  readonly applicationSlots: readonly Slot[];
  readonly runtimeSlots: readonly Slot[];
  /** Nodes that can be reached from Start, in the order of running; Start is the first. */
  readonly nodes: readonly ProgramNode[];
  /** As many as the definition has, in its order; undefined where a link cannot be reached. */
  readonly links: readonly (ProgramLink | undefined)[];
}
