/** Parts of nodes and links: data fields, the rows of their lists, ports. */

/** A Date is a calendar day, see `date-text.ts`. */
export type FieldType = "String" | "Integer" | "Float" | "Boolean" | "Date";

/** An application field is an input of the request; a runtime field is computed by the flow. */
export interface DatasetField {
  readonly key: string;
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
}

/** The data fields of a flow. */
export interface Datasets {
  readonly applicationDatasetFields: readonly DatasetField[];
  readonly runtimeDatasetFields: readonly DatasetField[];
}

export type FieldSource = "Application" | "Runtime";
export type OperandSource = FieldSource | "Literal";

export type CompareOperator = "==" | "!=" | ">" | "<" | ">=" | "<=";
export type ConditionOperator =
  | CompareOperator
  | "between"
  | "in"
  | "not in"
  | "in list"
  | "not in list"
  | "contains"
  | "starts with"
  | "is missing";
export type SetterOperator = "=" | "+=" | "-=";
export type WebCallMethod = "GET" | "POST" | "PUT" | "DELETE";
export type CalculationOperator = "+" | "-" | "/" | "*" | "^";

export interface ConditionItem {
  /** Joins this item to the one before it; ignored on the first item. `&&` binds tighter than `||`. */
  readonly conditionalOperator: "&&" | "||";
  readonly leftHandDatasource: FieldSource;
  readonly leftHandFieldname: string;
  readonly leftHandType: FieldType;
  readonly operator: ConditionOperator;
  readonly rightHandDatasource: OperandSource;
  /**
   * A field key, the literal as the designer typed it, or with `in list` and `not in list` the name of a list of the flow; empty where the
   * operator compares with no single value.
   */
  readonly rightHandFieldname: string;
  /** Literals as typed: of `in` and `not in` the list, of `between` the least and the greatest. Left out with other operators. */
  readonly rightHandValues?: readonly string[];
}

export interface SetterItem {
  readonly leftHandDatasource: "Runtime";
  readonly leftHandFieldname: string;
  readonly leftHandType: FieldType;
  readonly operator: SetterOperator;
  readonly rightHandDatasource: OperandSource;
  readonly rightHandFieldname: string;
}

export interface CalculationItem {
  readonly datasource: OperandSource;
  /** A field key, or a numeric literal as typed. */
  readonly fieldKey: string;
  /** Joins this item to the one before it; ignored on the first item. */
  readonly operator: CalculationOperator;
  /** Nesting depth: a run of items deeper than its neighbours is in parentheses. */
  readonly level: number;
}

/** A result of a Formula node. */
export interface FormulaItem {
  /** Key of the runtime field for the result. */
  readonly resultField: string;
  /** Refers to fields by key: `runtime.f7 * 2`. */
  readonly formula: string;
}

/** A column of a list that a Lookup node reads. */
export interface LookupOutput {
  readonly column: string;
  /** Key of the runtime field for its value. */
  readonly resultField: string;
}

/** The value of a sub-flow's application field. */
export interface SubFlowInput {
  /** The name of an application field of the sub-flow. */
  readonly field: string;
  readonly datasource: OperandSource;
  /** A field key, or a literal as typed. */
  readonly fieldKey: string;
}

/** A result of a sub-flow. */
export interface SubFlowOutput {
  /** The name of a runtime field of the sub-flow. */
  readonly field: string;
  /** Key of the runtime field for its value. */
  readonly resultField: string;
}

/** Which of the matching rows of a table count. `unique`: there may be one at most. `sum`: the results are the sums of their outputs. */
export type HitPolicy = "first" | "all" | "sum" | "unique";

/** A column under When: what the cells of the rows are compared with. */
export interface TableInput {
  readonly id: string;
  /** Of a field, or of more than one. Refers to fields by key: `application.f3`. */
  readonly formula: string;
}

/** A column under Then. */
export interface TableOutput {
  readonly id: string;
  /** Key of the runtime field that the column sets. */
  readonly resultField: string;
}

/** A row of a table; the default row has no inputs. */
export interface TableRow {
  readonly id: string;
  /** A cell for each input column, as the designer typed it: see `table/read-cell.ts`. */
  readonly inputs: readonly string[];
  /** A cell for each output column: see `table/read-output.ts`. */
  readonly outputs: readonly string[];
  readonly reasonCode: string;
}

export interface RangeScoreItem {
  readonly id: string;
  readonly rangeFromIncludeExclude: "[" | "(";
  /** Numeric text; empty means no lower bound. */
  readonly rangeFrom: string;
  /** Numeric text; empty means no upper bound. */
  readonly rangeTo: string;
  readonly rangeToIncludeExclude: "]" | ")";
  readonly score: string;
  readonly reasonCode: string;
}

export interface ListScoreItem {
  readonly id: string;
  readonly value: string;
  readonly score: string;
  readonly reasonCode: string;
}

/** Maps a part of a web call's response to a field: `param` is a JSON path into the response body. */
export interface OutputItem {
  readonly datasetType: "application" | "runtime";
  readonly fieldName: string;
  readonly param: string;
  /** The value of the field when the call failed and the flow continues; left out, it becomes missing. */
  readonly defaultValue?: string;
}

export interface KeyValueItem {
  readonly key: string;
  readonly value: string;
}

export interface Port {
  readonly id: string;
  readonly name: string;
  readonly in: boolean;
}

export interface PredictionInput {
  /** The name of the input in the model. */
  readonly name: string;
  readonly datasource: FieldSource;
  readonly fieldKey: string;
}

/** What nodes of every kind have. */
export interface NodeBase<Kind extends string> {
  readonly id: string;
  readonly type: Kind;
  /** The version of the kind's meaning that this node was drawn with. */
  readonly typeVersion: number;
  /** 'Start' for the start node, 'Untitled' otherwise; users see the label. */
  readonly name: string;
  readonly label: string;
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly ports: readonly Port[];
  /** Which of its links with conditions are taken; left out for all that hold. */
  readonly branches?: Branches;
}

/** `first`: the first link, in the order of the definition, whose conditions hold. `all`: every link whose conditions hold. */
export type Branches = "first" | "all";

/** Shows a field by its name; `unknown` where there is no such field. */
export type FieldName = (source: FieldSource, key: string) => string;
