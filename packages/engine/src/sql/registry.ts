import type { NodeKind } from "@airlock/flow";
import { calculation } from "../kinds/calculation/sql.ts";
import { decisionTable } from "../kinds/decision-table/sql.ts";
import { easyRule } from "../kinds/easy-rule/sql.ts";
import { end } from "../kinds/end/sql.ts";
import { formula } from "../kinds/formula/sql.ts";
import { listScore } from "../kinds/list-score/sql.ts";
import { lookup } from "../kinds/lookup/sql.ts";
import { prediction } from "../kinds/prediction/sql.ts";
import { rangeScore } from "../kinds/range-score/sql.ts";
import { setState } from "../kinds/set-state/sql.ts";
import { start } from "../kinds/start/sql.ts";
import { subFlow } from "../kinds/sub-flow/sql.ts";
import { webCall } from "../kinds/web-call/sql.ts";
import type { OperationOf } from "../kinds/registry.ts";
import type { SqlKind } from "./kind.ts";

/** A kind of `flow` that is missing here does not compile. */
const kinds: { readonly [Kind in NodeKind]: SqlKind<OperationOf<Kind>> } = {
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

export function sqlKindOf<Kind extends NodeKind>(kind: Kind): SqlKind<OperationOf<Kind>> {
  return kinds[kind];
}
