import type { TypedFormula } from "@airlock/flow";

export type TypedLookup = Extract<TypedFormula, { readonly kind: "inList" | "lookup" }>;

/** All lookups in a formula. */
export function lookupsIn(formula: TypedFormula): readonly TypedLookup[] {
  switch (formula.kind) {
    case "literal":
    case "field":
      return [];
    case "widen":
    case "negate":
    case "not":
      return lookupsIn(formula.operand);
    case "arithmetic":
    case "comparison":
    case "logic":
      return [...lookupsIn(formula.left), ...lookupsIn(formula.right)];
    case "call":
      return formula.args.flatMap(lookupsIn);
    case "inList":
    case "lookup":
      return [formula, ...lookupsIn(formula.key)];
  }
}
