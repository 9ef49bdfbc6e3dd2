import type { TypedFormula } from "@airlock/flow";

export type Part<Kind extends TypedFormula["kind"]> = Extract<TypedFormula, { readonly kind: Kind }>;

/** [FO5] A call whose result is true or false, and never missing. */
export function isCondition({ name, type }: Part<"call">): boolean {
  return type === "Boolean" && name !== "if" && name !== "ifMissing";
}

/** The type checker has counted the arguments. */
export function known(arg: TypedFormula | undefined): TypedFormula {
  if (arg === undefined) throw new TypeError("A function lacks an argument");
  return arg;
}
