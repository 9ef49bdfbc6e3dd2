/** The explanation of a node in a trace. */
import type { ConditionOperator, FieldSource } from "@airlock/flow";
import type { KnownValue, Value } from "../types.ts";

/** A field and its value; undefined is missing. */
export interface ExplainedValue {
  readonly source: FieldSource;
  readonly field: string;
  readonly value: Value;
}

export interface ExplainedRight {
  readonly source: FieldSource | "Literal";
  readonly field: string | undefined;
  readonly value: Value;
  readonly values?: readonly KnownValue[];
}

/** One item of a condition with the values that it met. */
export interface ExplainedItem {
  readonly left: ExplainedValue;
  readonly operator: ConditionOperator;
  /** A field, or a literal under the source "Literal"; the literals of a list or of two bounds are in `values`, and `is missing` has none. */
  readonly right: ExplainedRight;
  readonly holds: boolean;
}

/** Any of the groups, all items of the group. */
export interface ExplainedCondition {
  readonly holds: boolean;
  readonly groups: readonly (readonly ExplainedItem[])[];
}

/** Of a table: which of its rows counted, and why. Nothing where the formula of a column failed. */
export interface ExplainedTable {
  /** The rows that matched, counted from 0, in order; with the policy first only the first. Without one the default row counted. */
  readonly rows: readonly number[];
  /** The value of each input column. */
  readonly inputs: readonly { readonly value: Value }[];
}

/** What a score gave and why. */
export interface ExplainedScore {
  /** The band or value that matched, as users write it; undefined for the default points. */
  readonly match: string | undefined;
  readonly points: number;
  /** Empty: none. */
  readonly reasonCode: string;
}
