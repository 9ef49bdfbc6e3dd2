import type { FlowNode, NodeKind, NodeOf } from "@airlock/flow";
import { calculation } from "../kinds/calculation/reference.ts";
import { decisionTable } from "../kinds/decision-table/reference.ts";
import { easyRule } from "../kinds/easy-rule/reference.ts";
import { end } from "../kinds/end/reference.ts";
import { formula } from "../kinds/formula/reference.ts";
import { listScore } from "../kinds/list-score/reference.ts";
import { lookup } from "../kinds/lookup/reference.ts";
import { prediction } from "../kinds/prediction/reference.ts";
import { rangeScore } from "../kinds/range-score/reference.ts";
import { setState } from "../kinds/set-state/reference.ts";
import { start } from "../kinds/start/reference.ts";
import { subFlow } from "../kinds/sub-flow/reference.ts";
import { webCall } from "../kinds/web-call/reference.ts";
import type { ReferenceKind } from "./kind.ts";

/** A kind of `flow` that is missing here does not compile. */
const kinds: { readonly [Kind in NodeKind]: ReferenceKind<NodeOf<Kind>> } = {
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

/** The compiler cannot infer that `kinds[node.type]` accepts exactly this node; the registry's type guarantees it. */
export function referenceKindOf(node: FlowNode): ReferenceKind<FlowNode> {
  return kinds[node.type] as unknown as ReferenceKind<FlowNode>;
}
