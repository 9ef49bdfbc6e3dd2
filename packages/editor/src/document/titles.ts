/** Titles of nodes and links and their counts, as shown in undo steps, confirmations and lists. */
import { kinds, type FlowLink, type FlowNode } from "@airlock/flow";
import { formatNumber } from "@airlock/flow/locale";
import type { FlowDocument } from "./flow-document.ts";

/** "Debt burden", or the kind of a node without a label. */
export function nodeTitle(node: FlowNode): string {
  const label = node.label.trim();
  return label === "" ? kinds[node.type].typeLabel : label;
}

/** "Range Score (Debt burden)". */
export function fullNodeTitle(node: FlowNode): string {
  return `${kinds[node.type].typeLabel} (${nodeTitle(node)})`;
}

export function nodeTitleOf(document: FlowDocument, id: string): string {
  const node = document.nodes.get(id);
  return node === undefined ? "nowhere" : nodeTitle(node);
}

/** "Total score to Decline". */
export function linkTitle(document: FlowDocument, link: FlowLink): string {
  return `${nodeTitleOf(document, link.source)} to ${nodeTitleOf(document, link.target)}`;
}

/** "1 node", "3 nodes", "1,200 nodes". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** "3 nodes and 2 links"; zero counts are left out. */
export function countedParts(nodes: number, links: number): string {
  return [nodes > 0 ? counted(nodes, "node") : "", links > 0 ? counted(links, "link") : ""].filter((part) => part !== "").join(" and ");
}
