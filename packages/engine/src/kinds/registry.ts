import type { NodeKind, NodeOf } from "@airlock/flow";
import { calculation } from "./calculation/compile.ts";
import { decisionTable } from "./decision-table/compile.ts";
import { easyRule } from "./easy-rule/compile.ts";
import { end } from "./end/compile.ts";
import { formula } from "./formula/compile.ts";
import type { EngineKind } from "./kind.ts";
import { listScore } from "./list-score/compile.ts";
import { lookup } from "./lookup/compile.ts";
import { prediction } from "./prediction/compile.ts";
import { rangeScore } from "./range-score/compile.ts";
import { setState } from "./set-state/compile.ts";
import { start } from "./start/compile.ts";
import { subFlow } from "./sub-flow/compile.ts";
import { webCall } from "./web-call/compile.ts";

const entries = {
  Start: start,
  EasyRule: easyRule,
  DecisionTable: decisionTable,
  Calculation: calculation,
  Formula: formula,
  SetState: setState,
  RangeScore: rangeScore,
  ListScore: listScore,
  Lookup: lookup,
  SubFlow: subFlow,
  WebCall: webCall,
  Prediction: prediction,
  End: end,
};

/** The lowered form of a node; each kind declares its own in `compile.ts`. */
export type Operation = Exclude<ReturnType<(typeof entries)[keyof typeof entries]["lower"]>, undefined>;
export type OperationOf<Kind extends NodeKind> = Extract<Operation, { readonly kind: Kind }>;

/** A kind of `flow` that is missing here does not compile. */
const kinds: { readonly [Kind in NodeKind]: EngineKind<NodeOf<Kind>, OperationOf<Kind>> } = entries;

export function kindOf<Kind extends NodeKind>(kind: Kind): EngineKind<NodeOf<Kind>, OperationOf<Kind>> {
  return kinds[kind];
}
