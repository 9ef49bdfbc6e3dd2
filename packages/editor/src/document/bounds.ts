import { gridSize, kinds, type FlowNode } from "@airlock/flow";

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function nodeBox(node: FlowNode): Box {
  const { width, height } = kinds[node.type];
  return { left: node.x, top: node.y, right: node.x + width, bottom: node.y + height };
}

/** The smallest box around all of them; undefined for no nodes. */
export function boxAround(nodes: readonly FlowNode[]): Box | undefined {
  const [first, ...rest] = nodes.map(nodeBox);
  if (first === undefined) return undefined;
  return rest.reduce(
    (around, box) => ({
      left: Math.min(around.left, box.left),
      top: Math.min(around.top, box.top),
      right: Math.max(around.right, box.right),
      bottom: Math.max(around.bottom, box.bottom),
    }),
    first,
  );
}

/** Adding 0 turns -0 into 0, so that a document reads the same after a round through JSON. */
export function onGrid(coordinate: number): number {
  return Math.round(coordinate / gridSize) * gridSize + 0;
}
