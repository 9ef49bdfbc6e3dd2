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

/** Before these nodes are added or take the place of those with their ids. Fewer cells are possible also where a file had too many. */
export function whyNotCells(document: FlowDocument, nodes: readonly FlowNode[]): Refusal | undefined {
  const more = nodes.reduce((sum, node) => sum + cellsOf(node) - cellsOf(document.nodes.get(node.id)), 0);
  if (more <= 0) return undefined;
  const cells = document.nodes.toArray().reduce((sum, node) => sum + cellsOf(node), more);
  return cells > limits.tableCells ? refusal("CELLS_FULL", { max: grouped(limits.tableCells) }) : undefined;
}

/** As the parser counts them. */
function cellsOf(node: FlowNode | undefined): number {
  if (node?.type !== "DecisionTable") return 0;
  const [inputs, outputs] = [node.inputColumns.length, node.outputColumns.length];
  return (inputs + outputs) * node.tableRows.length + outputs * node.defaultRows.length;
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
