import { boxAround, nodeBox, onGrid, type Point } from "../document/bounds.ts";
import type { FlowNode } from "@airlock/flow";

export type Edge = "left" | "centre" | "right" | "top" | "middle" | "bottom";

/** Positions of nodes aligned with the outermost of them, on the grid. */
export function alignedPlaces(nodes: readonly FlowNode[], edge: Edge): ReadonlyMap<string, Point> {
  const around = boxAround(nodes);
  if (around === undefined) return new Map();
  return new Map(
    nodes.map((node) => {
      const box = nodeBox(node);
      const [width, height] = [box.right - box.left, box.bottom - box.top];
      switch (edge) {
        case "left":
          return [node.id, { x: onGrid(around.left), y: node.y }];
        case "centre":
          return [node.id, { x: onGrid((around.left + around.right - width) / 2), y: node.y }];
        case "right":
          return [node.id, { x: onGrid(around.right - width), y: node.y }];
        case "top":
          return [node.id, { x: node.x, y: onGrid(around.top) }];
        case "middle":
          return [node.id, { x: node.x, y: onGrid((around.top + around.bottom - height) / 2) }];
        case "bottom":
          return [node.id, { x: node.x, y: onGrid(around.bottom - height) }];
      }
    }),
  );
}
