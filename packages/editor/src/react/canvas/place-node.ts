import type { FlowNode } from "@airlock/flow";

export function nodeElementId(id: string): string {
  return `canvas-node-${id}`;
}

/**
 * Puts a node's element where the node is. At rest by left and top: a transform on each of two thousand would make the browser sort
 * two thousand pieces at every frame. While it is moved by a transform, which needs no layout.
 */
export function placeNode(element: HTMLElement, node: FlowNode, isMoving: boolean): void {
  const { style } = element;
  if (isMoving) {
    style.transform = `translate(${node.x - Number.parseFloat(style.left)}px,${node.y - Number.parseFloat(style.top)}px)`;
    return;
  }
  style.left = `${node.x}px`;
  style.top = `${node.y}px`;
  style.transform = "";
}
