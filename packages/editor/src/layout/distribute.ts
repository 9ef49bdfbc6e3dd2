import type { FlowNode } from "@airlock/flow";
import { nodeBox, onGrid, type Point } from "../document/bounds.ts";

export type Axis = "horizontally" | "vertically";

/**
 * Positions of nodes with the same gap between each; the outermost two stay. Gaps are multiples of the grid, so they may differ by one
 * step.
 */
export function distributedPlaces(nodes: readonly FlowNode[], axis: Axis): ReadonlyMap<string, Point> {
  const isAcross = axis === "horizontally";
  const spans = nodes
    .map((node) => {
      const box = nodeBox(node);
      return isAcross ? { node, from: box.left, size: box.right - box.left } : { node, from: box.top, size: box.bottom - box.top };
    })
    .sort((a, b) => a.from - b.from || (a.node.id < b.node.id ? -1 : 1));
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined || spans.length < 3) return new Map();
  const filled = spans.reduce((sum, span) => sum + span.size, 0);
  const gap = (last.from + last.size - first.from - filled) / (spans.length - 1);
  const places = new Map<string, Point>();
  let at = first.from;
  for (const { node, size } of spans) {
    const isEnd = node === first.node || node === last.node;
    const coordinate = isEnd ? (isAcross ? node.x : node.y) : onGrid(at);
    places.set(node.id, isAcross ? { x: coordinate, y: node.y } : { x: node.x, y: coordinate });
    at += size + gap;
  }
  return places;
}
