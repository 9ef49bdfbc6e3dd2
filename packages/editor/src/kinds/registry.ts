import type { FlowNode, NodeKind } from "@airlock/flow";
import { calculation } from "./calculation/kind.ts";
import { decisionTable } from "./decision-table/kind.ts";
import { easyRule } from "./easy-rule/kind.ts";
import type { EditorKind, PropertyInput } from "./editor-kind.ts";
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

/** Every kind, in the order of the palette. A kind without its description does not compile. */
export const editorKinds: { readonly [Kind in NodeKind]: EditorKind<Kind> } = {
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

export function editorKindOf<Kind extends NodeKind>(kind: Kind): EditorKind<Kind> {
  return editorKinds[kind];
}

/** The properties of a node that are not lists, in the order of the panel. */
export function propertiesOf(node: FlowNode): readonly (readonly [string, PropertyInput])[] {
  const properties: Readonly<Record<string, PropertyInput>> = editorKinds[node.type].properties;
  return Object.entries(properties);
}
