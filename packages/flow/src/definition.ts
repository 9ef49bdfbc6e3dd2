/**
 * The diagram document: what the editor edits, the api stores, a version freezes and the engine compiles.
 *
 * Fields are referred to by `key` (stable), shown by `name`. `validRuntime` and `errors` are the server's findings and are
 * never trusted: callers that need them call `validate`.
 */
import type { Finding } from "./finding.ts";
import type { NodeDescribedBy, OwnProperties } from "./kinds/kind.ts";
import type { kinds } from "./kinds/registry.ts";
import type { FlowLists } from "./lists/flow-list.ts";
import type { ConditionItem, Datasets } from "./node-parts.ts";
import type { SubFlowOf } from "./sub-flows/sub-flow.ts";

export type { Finding } from "./finding.ts";
export type * from "./kinds/registry.ts";
export type * from "./lists/flow-list.ts";
export type * from "./node-parts.ts";
export type * from "./sub-flows/sub-flow.ts";

/** A node of any kind: `kinds/registry.ts` lists them. */
export type FlowNode = NodeDescribedBy<(typeof kinds)[keyof typeof kinds]>;
export type NodeKind = FlowNode["type"];
/** The properties that nodes of a kind have beyond what every node has. */
export type NodeProperties<Kind extends NodeKind> = OwnProperties<NodeOf<Kind>>;
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
  /** Empty: the link is unconditional. */
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

/** A Date is its text, YYYY-MM-DD. */
export type CaseValue = string | number | boolean;

/** What a case expects; anything left out is not checked. */
export interface Expectation {
  readonly status?: "completed" | "failed";
  /** The code of the error that it must fail with. */
  readonly error?: string;
  /** By runtime field name; null where the field must be missing. */
  readonly runtimeData: Readonly<Record<string, CaseValue | null>>;
  /** In the order of the outcome. */
  readonly reasonCodes?: readonly string[];
}

export interface MockResponse {
  readonly status: number;
  readonly body: string;
}

export interface MockScore {
  readonly score: number;
  readonly reasonCodes: readonly string[];
}

/** A saved test case: an input and its expected result. It is stored with the solution and does not affect decisions. */
export interface TestCase {
  readonly id: string;
  readonly name: string;
  /** By application field name, as a caller sends it. */
  readonly input: Readonly<Record<string, CaseValue>>;
  readonly expect: Expectation;
  /** By node id: mock responses of this case, which take precedence over those of the solution. */
  readonly webCalls?: Readonly<Record<string, MockResponse>>;
  readonly predictions?: Readonly<Record<string, MockScore>>;
  /** The execution from which the case was created. */
  readonly executionId?: string;
}

/** A mock response that is saved with the solution. */
export interface SavedMockResponse extends MockResponse {
  /** It is kept, but test executions make the live call. */
  readonly live?: true;
}

/** By node id: what replaces web calls and predictions in test executions. Saved with the solution and no part of a version. */
export interface Mocks {
  readonly webCalls?: Readonly<Record<string, SavedMockResponse>>;
  readonly predictions?: Readonly<Record<string, MockScore>>;
}

/** By reason code: its meaning, in words. Part of a version, without influence on its decisions. */
export type ReasonTexts = Readonly<Record<string, string>>;

export interface SolutionDefinition {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  readonly zoom: number;
  /** Left out if empty. */
  readonly comments?: readonly FlowComment[];
}

/** A version of another solution that the flow uses as a node. */
export type SubFlow = SubFlowOf<Definition>;

export interface Definition extends Datasets, FlowLists {
  readonly solutionDefinition: SolutionDefinition;
  readonly applicationTestData: readonly TestValue[];
  /** Left out if empty. */
  readonly subFlows?: readonly SubFlow[];
  /** Left out if empty. */
  readonly testCases?: readonly TestCase[];
  /** Left out if empty. */
  readonly mocks?: Mocks;
  /** Left out if empty. */
  readonly reasonTexts?: ReasonTexts;
}

/** What `validate` adds to a definition on the wire. */
export interface ValidatedDefinition extends Definition {
  readonly validRuntime: boolean;
  readonly errors: readonly Finding[];
}
