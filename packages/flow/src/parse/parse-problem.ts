export type ParseProblemCode =
  | "NOT_AN_OBJECT"
  | "NOT_A_LIST"
  | "NOT_A_TEXT"
  | "NOT_A_NUMBER"
  | "NOT_A_FLAG"
  | "NOT_A_CHOICE"
  | "NOT_AN_ID"
  | "MISSING"
  | "TEXT_TOO_LONG"
  | "TEXT_UNSTORABLE"
  | "LIST_TOO_LONG"
  | "TOO_DEEP"
  | "NUMBER_OUT_OF_RANGE"
  | "KIND_UNKNOWN"
  | "KIND_VERSION_UNKNOWN"
  | "ID_TWICE";

/** Why a JSON value is not a definition. */
export interface ParseProblem {
  readonly code: ParseProblemCode;
  /** The path of the value, like `solutionDefinition.nodes[3].ranges[0].score`. */
  readonly path: string;
  readonly message: string;
}
