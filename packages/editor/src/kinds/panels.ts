import type { NodeKind, NodeOf } from "@airlock/flow";
import type { ComponentType } from "react";
import { CalculationPanel } from "./calculation/panel.tsx";
import { DecisionTablePanel } from "./decision-table/panel.tsx";
import { EasyRulePanel } from "./easy-rule/panel.tsx";
import { EndPanel } from "./end/panel.tsx";
import { FormulaPanel } from "./formula/panel.tsx";
import { ListScorePanel } from "./list-score/panel.tsx";
import { LookupPanel } from "./lookup/panel.tsx";
import { PredictionPanel } from "./prediction/panel.tsx";
import { RangeScorePanel } from "./range-score/panel.tsx";
import { SetStatePanel } from "./set-state/panel.tsx";
import { StartPanel } from "./start/panel.tsx";
import { SubFlowPanel } from "./sub-flow/panel.tsx";
import { WebCallPanel } from "./web-call/panel.tsx";
import type { PanelProps } from "./panel.ts";

/** The panel of each kind. A kind of `flow` that is missing here does not compile. */
export const panels: { readonly [Kind in NodeKind]: ComponentType<PanelProps<NodeOf<Kind>>> } = {
  Start: StartPanel,
  End: EndPanel,
  EasyRule: EasyRulePanel,
  DecisionTable: DecisionTablePanel,
  Calculation: CalculationPanel,
  Formula: FormulaPanel,
  SetState: SetStatePanel,
  RangeScore: RangeScorePanel,
  ListScore: ListScorePanel,
  Lookup: LookupPanel,
  SubFlow: SubFlowPanel,
  WebCall: WebCallPanel,
  Prediction: PredictionPanel,
};
