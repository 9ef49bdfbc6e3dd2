/**
 * The diagram document: what the editor edits, the api stores, a version freezes and the engine compiles.
 *
 * Fields are referred to by `key` (stable), shown by `name`. `validRuntime` and `errors` are the server's findings and are
 * never read as truth: whoever needs them calls `validate`.
 */

export type FieldType = "String" | "Integer" | "Float";

/** An application field came in with the request; a runtime field is worked out by the flow. */
export interface DatasetField {
  readonly key: string;
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
}

export type FieldSource = "Application" | "Runtime";
export type OperandSource = FieldSource | "Literal";

export type ConditionOperator = "==" | "!=" | ">" | "<" | ">=" | "<=";
export type SetterOperator = "=" | "+=" | "-=";
export type CalculationOperator = "+" | "-" | "/" | "*" | "^";

export interface ConditionItem {
  /** Joins this item to the one before it; ignored on the first item. `&&` binds tighter than `||`. */
  readonly conditionalOperator: "&&" | "||";
  readonly leftHandDatasource: FieldSource;
  readonly leftHandFieldname: string;
  readonly leftHandType: FieldType;
  readonly operator: ConditionOperator;
  readonly rightHandDatasource: OperandSource;
  /** A field key, or the literal as the designer typed it. */
  readonly rightHandFieldname: string;
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

/** Where a part of a web call's response goes: `param` is a JSON path into the response body. */
export interface OutputItem {
  readonly datasetType: "application" | "runtime";
  readonly fieldName: string;
  readonly param: string;
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

interface NodeBase<Kind extends string> {
  readonly id: string;
  readonly type: Kind;
  /** The version of the kind's meaning that this node was drawn with. */
  readonly typeVersion: number;
  /** 'Start' for the start node, 'Untitled' otherwise; the label is what people read. */
  readonly name: string;
  readonly label: string;
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly ports: readonly Port[];
}

export type StartNode = NodeBase<"Start">;
export type EndNode = NodeBase<"End">;
export interface EasyRuleNode extends NodeBase<"EasyRule"> {
  readonly conditionFields: readonly ConditionItem[];
  readonly thenFields: readonly SetterItem[];
}
export interface CalculationNode extends NodeBase<"Calculation"> {
  readonly calculations: readonly CalculationItem[];
  /** Key of the runtime field that takes the result. */
  readonly resultField: string;
}
export interface SetStateNode extends NodeBase<"SetState"> {
  readonly setFields: readonly SetterItem[];
}
export interface RangeScoreNode extends NodeBase<"RangeScore"> {
  readonly scoredDatasource: FieldSource;
  readonly scoredField: string;
  readonly ranges: readonly RangeScoreItem[];
  /** Points when nothing matched: numeric text, or empty for none. */
  readonly defaultScore: string;
  readonly resultField: string;
}
export interface ListScoreNode extends NodeBase<"ListScore"> {
  readonly scoredDatasource: FieldSource;
  readonly scoredField: string;
  readonly values: readonly ListScoreItem[];
  readonly defaultScore: string;
  readonly resultField: string;
}
export interface WebCallNode extends NodeBase<"WebCall"> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** May hold `${application.<key>}` and `${runtime.<key>}`. */
  readonly url: string;
  readonly headers: readonly KeyValueItem[];
  readonly body: string;
  readonly timeoutMillis: number;
  readonly responseMapping: readonly OutputItem[];
}
export interface PredictionInput {
  /** The name that the model knows the input by. */
  readonly name: string;
  readonly datasource: FieldSource;
  readonly fieldKey: string;
}
export interface PredictionNode extends NodeBase<"Prediction"> {
  /** The prediction configuration's webSafeString. */
  readonly config: string;
  /** The model number that a version pins; 0 while none is chosen. */
  readonly model: number;
  readonly inputFields: readonly PredictionInput[];
  readonly scoreField: string;
  /** How many inputs that moved the score furthest it gives as reason codes; 0 for none. */
  readonly reasonCodes: number;
}

export type FlowNode =
  | StartNode
  | EasyRuleNode
  | CalculationNode
  | SetStateNode
  | RangeScoreNode
  | ListScoreNode
  | WebCallNode
  | PredictionNode
  | EndNode;

export type NodeKind = FlowNode["type"];
export type NodeOf<Kind extends NodeKind> = Extract<FlowNode, { readonly type: Kind }>;

export interface FlowLink {
  readonly id: string;
  readonly source: string;
  readonly sourcePort: string;
  readonly target: string;
  readonly targetPort: string;
  readonly label: string;
  readonly width: number;
  readonly color: string;
  readonly curvyness: number;
  /** Empty: the link always holds. */
  readonly conditionFields: readonly ConditionItem[];
  /** Taken when no sibling with conditions is. */
  readonly otherwise: boolean;
}

export interface TestValue {
  readonly name: string;
  readonly value: string;
}

/** A note pinned to the canvas for other designers; it decides nothing. */
export interface FlowComment {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** The writer's name, as it was then. */
  readonly author: string;
  /** ISO time; empty where it is not known. */
  readonly createdDate: string;
}

export type CaseValue = string | number;

/** What a case expects; what is left out is not looked at. */
export interface Expectation {
  readonly status?: "completed" | "failed";
  /** The code of the error that it must fail with. */
  readonly error?: string;
  /** By runtime field name; null where the field must be missing. */
  readonly runtimeData: Readonly<Record<string, CaseValue | null>>;
  /** In the order in which they are given. */
  readonly reasonCodes?: readonly string[];
}

export interface RecordedResponse {
  readonly status: number;
  readonly body: string;
}

export interface RecordedScore {
  readonly score: number;
  readonly reasonCodes: readonly string[];
}

/** A saved test case: what to send and what must come out. It is kept with the solution and decides nothing. */
export interface TestCase {
  readonly id: string;
  readonly name: string;
  /** By application field name, as a caller sends it. */
  readonly input: Readonly<Record<string, CaseValue>>;
  readonly expect: Expectation;
  /** By node id: answers that stand in for a web call or a prediction. */
  readonly webCalls?: Readonly<Record<string, RecordedResponse>>;
  readonly predictions?: Readonly<Record<string, RecordedScore>>;
}

export interface SolutionDefinition {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  readonly zoom: number;
  /** Left out where there is none. */
  readonly comments?: readonly FlowComment[];
}

export interface Definition {
  readonly solutionDefinition: SolutionDefinition;
  readonly applicationDatasetFields: readonly DatasetField[];
  readonly runtimeDatasetFields: readonly DatasetField[];
  readonly applicationTestData: readonly TestValue[];
  /** Left out where there is none. */
  readonly testCases?: readonly TestCase[];
}

/** A finding of the validator. Errors keep a definition from running; warnings do not. */
export interface Finding {
  readonly code: string;
  readonly level: "error" | "warning";
  /** The node, link or field it is about, where there is one. */
  readonly nodeId?: string;
  readonly linkId?: string;
  readonly fieldKey?: string;
  /** Which list or property of it (`ranges`), and which row, counted from 0. */
  readonly property?: string;
  readonly item?: number;
  /** A whole sentence that says what is wrong and how to mend it. */
  readonly message: string;
}

/** What `validate` adds to a definition on the wire. */
export interface ValidatedDefinition extends Definition {
  readonly validRuntime: boolean;
  readonly errors: readonly Finding[];
}
