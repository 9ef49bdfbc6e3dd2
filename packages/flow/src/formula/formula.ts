/** A formula as a tree. Positions are UTF-16 units of the text that was parsed, `to` behind the last one. */
import type { FieldSource } from "../node-parts.ts";

/** Spelt as the types of fields are. Dates are days from 1970-01-01 on. */
export type FormulaType = "String" | "Integer" | "Float" | "Boolean" | "Date";

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "^";
export type ComparisonOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";
export type LogicOperator = "and" | "or";
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | LogicOperator;

export type Formula = TextRange &
  (
    | { readonly kind: "number"; readonly text: string }
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "boolean"; readonly value: boolean }
    /** A field by its key. */
    | { readonly kind: "field"; readonly source: FieldSource; readonly key: string }
    /** A name without its dataset: in stored formulas only names that refer to nothing. */
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "negate" | "not"; readonly operand: Formula }
    | { readonly kind: "binary"; readonly operator: BinaryOperator; readonly left: Formula; readonly right: Formula }
    | { readonly kind: "call"; readonly name: string; readonly nameRange: TextRange; readonly args: readonly Formula[] }
  );

/** A mistake in a formula, and its position. */
export interface FormulaProblem extends TextRange {
  readonly code: "FORMULA_SYNTAX" | "FORMULA_NAME" | "FORMULA_TYPE";
  /** A sentence about how to fix it. */
  readonly message: string;
}
