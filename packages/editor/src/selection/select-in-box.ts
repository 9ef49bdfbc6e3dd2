import { nodeBox, type Box, type Point } from "../document/bounds.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { selectionOf, type Selection } from "./selection.ts";

/** Nodes that the box touches, and the links between them. The corners may be in any order. */
export function selectInBox(document: FlowDocument, from: Point, to: Point): Selection {
  const box: Box = {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    right: Math.max(from.x, to.x),
    bottom: Math.max(from.y, to.y),
  };
  const nodes = new Set(
    document.nodes
      .toArray()
      .filter((node) => touches(nodeBox(node), box))
      .map((node) => node.id),
  );
  const links = [...nodes].flatMap((id) =>
    linksOf(document, id)
      .outgoing.filter((link) => nodes.has(link.target))
      .map((link) => link.id),
  );
  return selectionOf(nodes, links);
}

function touches(a: Box, b: Box): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}
