import { calculation } from "./calculation/kind.ts";
import { decisionTable } from "./decision-table/kind.ts";
import { easyRule } from "./easy-rule/kind.ts";
import { end } from "./end/kind.ts";
import { formula } from "./formula/kind.ts";
import { listScore } from "./list-score/kind.ts";
import { lookup } from "./lookup/kind.ts";
import { prediction } from "./prediction/kind.ts";
import { rangeScore } from "./range-score/kind.ts";
import { setState } from "./set-state/kind.ts";
import { start } from "./start/kind.ts";
import { subFlow } from "./sub-flow/kind.ts";
import { webCall } from "./web-call/kind.ts";

export type { CalculationNode } from "./calculation/kind.ts";
export type { DecisionTableNode } from "./decision-table/kind.ts";
export type { EasyRuleNode } from "./easy-rule/kind.ts";
export type { EndNode } from "./end/kind.ts";
export type { FormulaNode } from "./formula/kind.ts";
export type { ListScoreNode } from "./list-score/kind.ts";
export type { LookupNode } from "./lookup/kind.ts";
export type { PredictionNode } from "./prediction/kind.ts";
export type { RangeScoreNode } from "./range-score/kind.ts";
export type { SetStateNode } from "./set-state/kind.ts";
export type { StartNode } from "./start/kind.ts";
export type { SubFlowNode } from "./sub-flow/kind.ts";
export type { WebCallNode } from "./web-call/kind.ts";

/** All kinds, in the order of the palette. `FlowNode` and `NodeKind` are derived from it. */
export const kinds = {
  Start: start,
  End: end,
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
};
