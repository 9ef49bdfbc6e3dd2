import type { FieldSource } from "../node-parts.ts";

/** The executions that facts were counted in. */
export interface FactPeriod {
  readonly days: number;
  readonly executions: number;
  /** There were more in these days: these are the newest. */
  readonly isSample: boolean;
}

/** What lists texts of a field: the values of a List Score, an input column of a Decision Table, or the conditions of the links after a node. */
type ListingPart = "values" | "inputColumns" | "links";

/** A part of a flow that lists texts of a field. */
export interface ListedTexts {
  readonly nodeId: string;
  readonly part: ListingPart;
  /** Null for parts other than a column. */
  readonly columnId: string | null;
  readonly source: FieldSource;
  readonly fieldKey: string;
  readonly has: (text: string) => boolean;
}

/** A row of a Decision Table or a value of a List Score, with all that decides what it matches. */
export interface ComparableRow {
  readonly rowId: string;
  readonly reads: readonly string[];
  readonly cells: readonly string[];
}

/** For kinds whose nodes match values with rows: what executions can show about the rows. */
export interface MatchingRows<Node> {
  /** The property that has the rows. Values are each one text; rows of a table have a cell for each column. */
  readonly property: "values" | "tableRows";
  /** Lists of texts of fields of any type. */
  readonly texts: (node: Node) => readonly ListedTexts[];
  /** In their order. */
  readonly rows: (node: Node) => readonly ComparableRow[];
  /** The column of each cell; null for values. */
  readonly columnIds: (node: Node) => readonly (string | null)[];
}

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
