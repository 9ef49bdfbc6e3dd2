import type { FlowLink } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { selectionOf, type Selection } from "../selection/selection.ts";
import { flowOrder } from "./flow-order.ts";

/**
 * Tab and Shift+Tab: the next or previous node in reading order. Undefined past the ends, where Tab leaves the canvas, so that the focus is
 * not trapped. With nothing selected it begins at Start, or at the end.
 */
export function walkInOrder(document: FlowDocument, selection: Selection, by: 1 | -1): Selection | undefined {
  const order = flowOrder(document);
  const [nodeId] = selection.nodes;
  const [linkId] = selection.links;
  const link = linkId === undefined ? undefined : document.links.get(linkId);
  // From a link, the next node is its target and the previous one its source.
  if (nodeId === undefined && link !== undefined) return selectionOf([by === 1 ? link.target : link.source]);
  const place = nodeId === undefined ? (by === 1 ? -1 : order.length) : order.indexOf(nodeId);
  const next = order[place + by];
  return next === undefined || place + by < 0 ? undefined : selectionOf([next]);
}

export type WalkDirection = "forward" | "back" | "up" | "down";

/**
 * Alt and an arrow: along the links, node to link to node, so that links can be reached too. Up and down cycle through the links with the
 * same source or target.
 */
export function walkAlong(document: FlowDocument, selection: Selection, direction: WalkDirection): Selection | undefined {
  const [nodeId] = selection.nodes;
  const [linkId] = selection.links;
  const link = linkId === undefined ? undefined : document.links.get(linkId);
  if (link !== undefined && nodeId === undefined) return fromLink(document, link, direction);
  if (nodeId === undefined) {
    const [first] = flowOrder(document);
    return first === undefined ? undefined : selectionOf([first]);
  }
  const { incoming, outgoing } = linksOf(document, nodeId);
  if (direction === "forward" || direction === "back") {
    const [first] = direction === "forward" ? fromTop(document, outgoing, "target") : fromTop(document, incoming, "source");
    return first === undefined ? undefined : selectionOf([], [first.id]);
  }
  return toNeighbour(document, nodeId, direction);
}

function fromLink(document: FlowDocument, link: FlowLink, direction: WalkDirection): Selection | undefined {
  if (direction === "forward") return document.nodes.has(link.target) ? selectionOf([link.target]) : undefined;
  if (direction === "back") return document.nodes.has(link.source) ? selectionOf([link.source]) : undefined;
  const siblings = fromTop(document, linksOf(document, link.source).outgoing, "target");
  const next = siblings[siblings.findIndex((one) => one.id === link.id) + (direction === "down" ? 1 : -1)];
  return next === undefined ? undefined : selectionOf([], [next.id]);
}

/** The next node above or below among those that share a source. */
function toNeighbour(document: FlowDocument, nodeId: string, direction: "up" | "down"): Selection | undefined {
  const [first] = linksOf(document, nodeId).incoming;
  if (first === undefined) return undefined;
  const siblings = fromTop(document, linksOf(document, first.source).outgoing, "target").map((link) => link.target);
  const next = siblings[siblings.indexOf(nodeId) + (direction === "down" ? 1 : -1)];
  return next === undefined ? undefined : selectionOf([next]);
}

function fromTop(document: FlowDocument, links: readonly FlowLink[], end: "source" | "target"): readonly FlowLink[] {
  const height = (link: FlowLink): number => document.nodes.get(link[end])?.y ?? 0;
  return links.toSorted((a, b) => height(a) - height(b));
}
