import type { FlowNode, NodeKind } from "@airlock/flow";
import { calculation } from "./calculation.ts";
import { easyRule } from "./easy-rule.ts";
import type { EditorKind, PropertyInput } from "./editor-kind.ts";
import { end } from "./end.ts";
import { listScore } from "./list-score.ts";
import { prediction } from "./prediction.ts";
import { rangeScore } from "./range-score.ts";
import { setState } from "./set-state.ts";
import { start } from "./start.ts";
import { webCall } from "./web-call.ts";

/** Every kind, in the order of the palette. A kind without its description does not compile. */
export const editorKinds: { readonly [Kind in NodeKind]: EditorKind<Kind> } = {
  Start: start,
  End: end,
  EasyRule: easyRule,
  Calculation: calculation,
  SetState: setState,
  RangeScore: rangeScore,
  ListScore: listScore,
  WebCall: webCall,
  Prediction: prediction,
};

/** The properties of a node that are not lists, in the order of the panel. */
export function propertiesOf(node: FlowNode): readonly (readonly [string, PropertyInput])[] {
  const properties: Readonly<Record<string, PropertyInput>> = editorKinds[node.type].properties;
  return Object.entries(properties);
}
