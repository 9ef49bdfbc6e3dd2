import type { NodeKind } from "@airlock/flow";
import { calculation } from "./calculation.ts";
import { easyRule } from "./easy-rule.ts";
import { end } from "./end.ts";
import type { EngineKind } from "./kind.ts";
import { listScore } from "./list-score.ts";
import { prediction } from "./prediction.ts";
import { rangeScore } from "./range-score.ts";
import { setState } from "./set-state.ts";
import { start } from "./start.ts";
import { webCall } from "./web-call.ts";

/** The compiler of the host finds what is missing here when `flow` gets a new kind. */
export const kinds: { readonly [Kind in NodeKind]: EngineKind<Kind> } = {
  Start: start,
  EasyRule: easyRule,
  Calculation: calculation,
  SetState: setState,
  RangeScore: rangeScore,
  ListScore: listScore,
  WebCall: webCall,
  Prediction: prediction,
  End: end,
};

export function kindOf<Kind extends NodeKind>(kind: Kind): EngineKind<Kind> {
  return kinds[kind];
}
