import { kinds, type FlowNode, type NodeKind } from "@airlock/flow";
import { boxAround, nodeBox, onGrid, type Point } from "../document/bounds.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";

/** Horizontal gap between consecutive nodes, and vertical gap between nodes in a column. */
export const gapBeside = 100;
const gapBelow = 50;

/** The position of the next node after this one: to its right, below those that already follow it, on no other node. */
export function nextPlace(document: FlowDocument, after: FlowNode, kind: NodeKind): Point {
  const box = nodeBox(after);
  const followers = linksOf(document, after.id).outgoing.flatMap((link) => document.nodes.get(link.target) ?? []);
  const x = onGrid(box.right + gapBeside);
  const lowest = boxAround(followers)?.bottom;
  let y = onGrid(lowest === undefined ? (box.top + box.bottom - kinds[kind].height) / 2 : lowest + gapBelow);
  const { width, height } = kinds[kind];
  const taken = document.nodes
    .toArray()
    .map(nodeBox)
    .filter(({ left, right }) => left < x + width && x < right);
  for (let isFree = false; !isFree;) {
    const inTheWay = taken.find(({ top, bottom }) => top < y + height && y < bottom);
    isFree = inTheWay === undefined;
    if (inTheWay !== undefined) y = onGrid(inTheWay.bottom + gapBelow);
  }
  return { x, y };
}
