import type { FieldSource } from "../node-parts.ts";
import type { ArithmeticOperator, ComparisonOperator, FormulaType, LogicOperator } from "./formula.ts";
import type { FunctionName } from "./functions.ts";

/** A formula without errors, with the type of every part. Names, literals and dates that are written out are values. */
export type TypedFormula =
  | TypedLiteral
  | { readonly kind: "field"; readonly type: FormulaType; readonly source: FieldSource; readonly key: string }
  /** An Integer where a Float is needed. */
  | { readonly kind: "widen"; readonly type: "Float"; readonly operand: TypedFormula }
  | { readonly kind: "negate"; readonly type: "Integer" | "Float"; readonly operand: TypedFormula }
  | { readonly kind: "not"; readonly type: "Boolean"; readonly operand: TypedFormula }
  | {
      readonly kind: "arithmetic";
      readonly type: "Integer" | "Float";
      readonly operator: ArithmeticOperator;
      readonly left: TypedFormula;
      readonly right: TypedFormula;
    }
  | {
      readonly kind: "comparison";
      readonly type: "Boolean";
      readonly operator: ComparisonOperator;
      readonly left: TypedFormula;
      readonly right: TypedFormula;
    }
  | {
      readonly kind: "logic";
      readonly type: "Boolean";
      readonly operator: LogicOperator;
      readonly left: TypedFormula;
      readonly right: TypedFormula;
    }
  /** Whether the list has the key. */
  | { readonly kind: "inList"; readonly type: "Boolean"; readonly list: string; readonly key: TypedFormula }
  /** The column of the row that has the key. */
  | { readonly kind: "lookup"; readonly type: FormulaType; readonly list: string; readonly column: string; readonly key: TypedFormula }
  | {
      readonly kind: "call";
      readonly type: FormulaType;
      readonly name: Exclude<FunctionName, "inList" | "lookup">;
      readonly args: readonly TypedFormula[];
    };

type TypedLiteral =
  | { readonly kind: "literal"; readonly type: "String"; readonly value: string }
  | { readonly kind: "literal"; readonly type: "Integer" | "Float" | "Date"; readonly value: number }
  | { readonly kind: "literal"; readonly type: "Boolean"; readonly value: boolean };
