/** What a trace says about a node. */
import type { ConditionOperator, FieldSource } from "@airlock/flow";
import type { Value } from "../types.ts";

/** A field and what it held; undefined is missing. */
export interface ExplainedValue {
  readonly source: FieldSource;
  readonly field: string;
  readonly value: Value;
}

/** One item of a condition with the values that it met. */
export interface ExplainedItem {
  readonly left: ExplainedValue;
  readonly operator: ConditionOperator;
  /** A field, or a literal under the source "Literal". */
  readonly right: { readonly source: FieldSource | "Literal"; readonly field: string | undefined; readonly value: Value };
  readonly holds: boolean;
}

/** Any of the groups, all items of the group. */
export interface ExplainedCondition {
  readonly holds: boolean;
  readonly groups: readonly (readonly ExplainedItem[])[];
}

/** What a score gave and why. */
export interface ExplainedScore {
  /** The band or value that matched, as people write it; undefined where the default points were given. */
  readonly match: string | undefined;
  readonly points: number;
  /** Empty: none. */
  readonly reasonCode: string;
}
