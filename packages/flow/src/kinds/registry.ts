import type { FlowNode, NodeKind } from "../definition.ts";
import type { Check } from "../validate/check.ts";
import { calculation } from "./calculation.ts";
import { easyRule } from "./easy-rule.ts";
import { end } from "./end.ts";
import type { FieldName, FieldRead, FieldUse, FieldWrite, KindDescription } from "./kind.ts";
import { listScore } from "./list-score.ts";
import { prediction } from "./prediction.ts";
import { rangeScore } from "./range-score.ts";
import { setState } from "./set-state.ts";
import { start } from "./start.ts";
import { webCall } from "./web-call.ts";

/** Every kind, in the order of the palette. A kind without its description does not compile. */
export const kinds: { readonly [Kind in NodeKind]: KindDescription<Kind> } = {
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

const kindByName: ReadonlyMap<string, NodeKind> = new Map(Object.values(kinds).map(({ kind }) => [kind, kind]));

export const nodeKinds: readonly NodeKind[] = [...kindByName.values()];

export function asNodeKind(name: unknown): NodeKind | undefined {
  return typeof name === "string" ? kindByName.get(name) : undefined;
}

/**
 * The description of a node's own kind. The compiler cannot see that `kinds[node.type]` takes exactly this node, because it
 * widens the kind to the union of all; the registry's type guarantees it.
 */
function describing(node: FlowNode): KindDescription<FlowNode["type"]> {
  return kinds[node.type] as unknown as KindDescription<FlowNode["type"]>;
}

export function nodeUses(node: FlowNode): readonly FieldUse[] {
  return describing(node).uses(node);
}

export function nodeReads(node: FlowNode): readonly FieldRead[] {
  return nodeUses(node).filter((use) => use.access === "read");
}

export function nodeWrites(node: FlowNode): readonly FieldWrite[] {
  return nodeUses(node).filter((use) => use.access === "write");
}

export function checkNode(node: FlowNode, check: Check): void {
  describing(node).check(node, check);
}

export function nodeSummary(node: FlowNode, fieldName: FieldName): string {
  return describing(node).summary(node, fieldName);
}
