/** Parts of operations: fields as slots, literals as values, conditions and formulas as trees. */
import type { CalculationOperator, CompareOperator, FieldSource, FieldType, JsonPath, ListKeyType, SetterOperator } from "@airlock/flow";

export type NumberType = "Integer" | "Float";

/** Where a field's value lives while a flow runs. */
export interface Slot {
  /** Position among all slots: application fields first, then runtime fields, each in the definition's order. */
  readonly index: number;
  readonly source: FieldSource;
  readonly key: string;
  readonly name: string;
  readonly type: FieldType;
  /** Numbers and texts are stored in separate arrays, so that a number is never boxed; this is the index in its array. */
  readonly place: number;
}

/** A slot that can be calculated with. */
export interface NumberSlot extends Slot {
  readonly type: NumberType;
}

/** A list that a flow looks values up in. */
export interface ListUse {
  /** Position among the lists that the flow uses. */
  readonly index: number;
  readonly listId: string;
  readonly name: string;
  readonly keyType: ListKeyType;
  /** The names of the columns that the flow reads, each once. */
  readonly columns: readonly string[];
}

export type Operand =
  | { readonly kind: "slot"; readonly type: FieldType; readonly slot: Slot }
  | { readonly kind: "literal"; readonly type: "String"; readonly value: string }
  /** A Boolean is 0 or 1, a Date its day number. */
  | { readonly kind: "literal"; readonly type: Exclude<FieldType, "String">; readonly value: number };

export type Comparison =
  /** Both sides are texts, both are numbers, or both are of the same other type. */
  | { readonly left: Slot; readonly operator: CompareOperator; readonly right: Operand }
  | { readonly left: Slot; readonly operator: "contains" | "starts with"; readonly right: Operand }
  | { readonly left: Slot; readonly operator: "in" | "not in"; readonly texts: readonly string[] }
  | { readonly left: Slot; readonly operator: "in list" | "not in list"; readonly list: ListUse }
  | { readonly left: Slot; readonly operator: "between"; readonly least: number; readonly greatest: number }
  | { readonly left: Slot; readonly operator: "is missing" };

/** Any of the groups, all of the group. A condition without groups always holds. */
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

/** A text with fields in it: plain parts and slots in turn. */
export type Template = readonly (string | Slot)[];

export interface Output {
  readonly target: Slot;
  readonly path: JsonPath;
}
