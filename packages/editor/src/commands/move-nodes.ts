import { gridSize, type FlowNode } from "@airlock/flow";
import { onGrid, type Point } from "../document/bounds.ts";
import { putNodes } from "../document/edit-document.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { counted, nodeTitle } from "../document/titles.ts";
import { whyNotPlace } from "../rules/node-rules.ts";
import { refusal } from "../rules/refusal.ts";
import { done, refused, type Command, type Executed } from "./command.ts";

/**
 * Moves nodes together, keeping their relative positions; the first of them snaps to the grid. It is the same node during a whole drag, so
 * that the others do not jitter.
 */
export function moveNodes(ids: Iterable<string>, by: Point): Command {
  return (document) => {
    const nodes = [...ids].flatMap((id) => document.nodes.get(id) ?? []);
    const [first] = nodes;
    if (first === undefined) return refused(refusal("NODE_GONE"));
    const dx = by.x === 0 ? 0 : onGrid(first.x + by.x) - first.x;
    const dy = by.y === 0 ? 0 : onGrid(first.y + by.y) - first.y;
    return moved(
      document,
      nodes,
      nodes.map((node) => ({ ...node, x: node.x + dx, y: node.y + dy })),
    );
  };
}

export type Direction = "left" | "right" | "up" | "down";

const ways: Readonly<Record<Direction, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** An arrow key: one grid step, or onto the next grid line for a node that is beside it. Consecutive presses are one undo step. */
export function nudgeNodes(ids: readonly string[], direction: Direction, grids = 1): Command {
  return (document) => {
    const [first] = ids.flatMap((id) => document.nodes.get(id) ?? []);
    if (first === undefined) return refused(refusal("NODE_GONE"));
    const { x, y } = ways[direction];
    const executed = moveNodes(ids, { x: toLine(first.x, x, grids), y: toLine(first.y, y, grids) })(document);
    return executed.ok ? { ...executed, mergeWith: `nudge ${ids.join(" ")}` } : executed;
  };
}

function toLine(coordinate: number, way: number, grids: number): number {
  if (way === 0) return 0;
  const line = way > 0 ? Math.floor(coordinate / gridSize) : Math.ceil(coordinate / gridSize);
  return (line + way * grids) * gridSize - coordinate;
}

/** Moves nodes to positions that a user or a layout chose. */
export function placeNodes(name: string, places: ReadonlyMap<string, Point>): Command {
  return (document) => {
    const nodes = [...places.keys()].flatMap((id) => document.nodes.get(id) ?? []);
    const placed = nodes.map((node) => ({ ...node, ...places.get(node.id) }));
    const executed = moved(document, nodes, placed);
    return executed.ok ? { ...executed, name } : executed;
  };
}

function moved(document: FlowDocument, before: readonly FlowNode[], after: readonly FlowNode[]): Executed {
  for (const { x, y } of after) {
    const reason = whyNotPlace(x, y);
    if (reason !== undefined) return refused(reason);
  }
  const [first] = before;
  const name = before.length === 1 && first !== undefined ? `Move ${nodeTitle(first)}` : `Move ${counted(before.length, "node")}`;
  const changed = after.filter((node, index) => node.x !== before[index]?.x || node.y !== before[index]?.y);
  return done(name, putNodes(document, changed));
}
