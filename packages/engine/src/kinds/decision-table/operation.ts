import type { HitPolicy, TypedFormula, ValueSet } from "@airlock/flow";
import type { ListUse, Slot } from "../../program/parts.ts";

export type OutputCell =
  /** The field stays as it is. */
  | { readonly kind: "nothing" }
  /** Of the type of the field. */
  | { readonly kind: "literal"; readonly value: string | number }
  | { readonly kind: "formula"; readonly formula: TypedFormula };

export interface OutputRow {
  /** One for each target. */
  readonly cells: readonly OutputCell[];
  /** Empty: none. */
  readonly reasonCode: string;
}

export interface MatchRow extends OutputRow {
  /** The values that the row matches, one set for each input. */
  readonly takes: readonly ValueSet[];
}

export interface DecisionTableOperation {
  readonly kind: "DecisionTable";
  readonly hitPolicy: HitPolicy;
  readonly inputs: readonly TypedFormula[];
  readonly targets: readonly Slot[];
  readonly rows: readonly MatchRow[];
  /** Counts where no row matches. */
  readonly fallback: OutputRow | undefined;
  /** The fields and lists that the formulas read. */
  readonly reads: readonly Slot[];
  readonly lists: readonly ListUse[];
  readonly usesToday: boolean;
}
