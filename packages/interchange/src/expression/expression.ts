/** What expressions of FEEL and of ZEN have in common. Both are parsed to this, and only this is converted. */

export type Operator = "+" | "-" | "*" | "/" | "%" | "^" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or" | "??";
export type CompareOperator = Extract<Operator, "=" | "!=" | "<" | "<=" | ">" | ">=">;

export type Expression =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" }
  /** YYYY-MM-DD. */
  | { readonly kind: "date"; readonly text: string }
  | { readonly kind: "path"; readonly parts: readonly string[] }
  /** The value of the column, in a cell. */
  | { readonly kind: "self" }
  | { readonly kind: "negate" | "not"; readonly operand: Expression }
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "if"; readonly condition: Expression; readonly holds: Expression; readonly otherwise: Expression }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "in"; readonly value: Expression; readonly cell: Cell };

export type Test =
  | { readonly kind: "compare"; readonly operator: CompareOperator; readonly value: Expression }
  | { readonly kind: "interval"; readonly low: End; readonly high: End }
  /** A condition of its own, which may refer to the value of the column. */
  | { readonly kind: "condition"; readonly condition: Expression }
  | { readonly kind: "every"; readonly tests: readonly Test[] };

/** An end of an interval. */
export interface End {
  readonly value: Expression;
  readonly included: boolean;
}

/** An input cell: any value, or what one of the tests takes, or with `negated` what none of them takes. */
export interface Cell {
  readonly tests: readonly Test[] | "any";
  readonly negated: boolean;
}

/** Something that has no counterpart; the message is a sentence for the report. */
export class NotConvertible extends Error {}
