import { limits, type FlowNode, type NodeKind } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { grouped, refusal, type Refusal } from "./refusal.ts";

/** A document from a file may have two Starts: the second can be deleted, the last one cannot. */
export function whyNotDelete(document: FlowDocument, node: FlowNode): Refusal | undefined {
  return node.type === "Start" && !hasOtherStart(document, node.id) ? refusal("START_STAYS") : undefined;
}

export function whyNotCopy(node: FlowNode): Refusal | undefined {
  return node.type === "Start" ? refusal("START_NOT_COPIED") : undefined;
}

export function whyNotAdd(document: FlowDocument, kind: NodeKind, count = 1): Refusal | undefined {
  if (kind === "Start" && hasOtherStart(document, undefined)) return refusal("START_TWICE");
  return document.nodes.size + count > limits.nodes ? refusal("NODES_FULL", { max: grouped(limits.nodes) }) : undefined;
}

export function whyNotChange(node: FlowNode): Refusal | undefined {
  return node.type === "Start" ? refusal("START_FIXED") : undefined;
}

export function whyNotPlace(x: number, y: number): Refusal | undefined {
  const isOnCanvas = Math.abs(x) <= limits.coordinate && Math.abs(y) <= limits.coordinate;
  return isOnCanvas ? undefined : refusal("COORDINATES");
}

function hasOtherStart(document: FlowDocument, id: string | undefined): boolean {
  return document.nodes.toArray().some((node) => node.type === "Start" && node.id !== id);
}
