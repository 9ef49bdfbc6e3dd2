import type { FieldSource } from "../node-parts.ts";

/** The executions that facts were counted in. */
export interface FactPeriod {
  readonly days: number;
  readonly executions: number;
  /** There were more in these days: these are the newest. */
  readonly isSample: boolean;
}

/** What lists texts of a field: the values of a List Score, an input column of a Decision Table, or the conditions of the links after a node. */
export type ListingPart = "values" | "inputColumns" | "links";

/** A text of live inputs that a part of a node does not list. */
export interface UnlistedValue {
  readonly nodeId: string;
  readonly part: ListingPart;
  /** The input column of a Decision Table; null for other parts. */
  readonly columnId: string | null;
  /** The field that was read. */
  readonly source: FieldSource;
  readonly fieldKey: string;
  readonly value: string;
  readonly count: number;
  /** Relative to the executions that reached the node. */
  readonly share: number;
}

/** A row of a Decision Table or a value of a List Score that matched no execution. */
export interface UnusedRow {
  readonly nodeId: string;
  readonly rowId: string;
  /** What the row was compared with and its cells, as in the version: a row that was changed since is another one. */
  readonly reads: readonly string[];
  readonly cells: readonly string[];
}

/** What executions of a version report about its List Scores and Decision Tables. */
export interface ProductionFacts {
  /** Of the unlisted values. */
  readonly recent: FactPeriod;
  readonly unlisted: readonly UnlistedValue[];
  /** Of the unused rows; null while the version has no executions that old. */
  readonly long: FactPeriod | null;
  readonly unused: readonly UnusedRow[];
}
