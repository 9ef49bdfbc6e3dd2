/** What operations are made of: fields as slots, literals as values, conditions and formulas as trees. */
import type { CalculationOperator, ConditionOperator, FieldSource, FieldType, JsonPath, SetterOperator } from "@airlock/flow";

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

/** A text with fields in it: plain parts and slots in turn. */
export type Template = readonly (string | Slot)[];

export interface Output {
  readonly target: Slot;
  readonly path: JsonPath;
}
