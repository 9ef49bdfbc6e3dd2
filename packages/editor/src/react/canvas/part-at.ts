import { nodeBox, type Point } from "../../document/bounds.ts";
import { distanceAt, type CanvasView } from "./canvas-view.ts";

export interface PartAt {
  readonly nodeId: string | undefined;
  readonly linkId: string | undefined;
  readonly commentId: string | undefined;
  readonly port: string | undefined;
}

/** The part of the diagram at a point of the window: the element there, or at small zooms the part drawn there. */
export function partAt(view: CanvasView, target: EventTarget | null, at: Point): PartAt {
  const element = target instanceof Element ? target : undefined;
  const id = (what: string): string | undefined => element?.closest(`[data-${what}]`)?.getAttribute(`data-${what}`) ?? undefined;
  const nodeId = id("node") ?? (distanceAt(view.editor.state.zoom) === "dot" ? nodeAt(view, at) : undefined);
  return { nodeId, linkId: nodeId === undefined ? id("link") : undefined, commentId: id("comment"), port: id("port") };
}

function nodeAt(view: CanvasView, at: Point): string | undefined {
  const { x, y } = view.toDiagram(at);
  return view.editor.state.document.nodes.toArray().findLast((node) => {
    const { left, top, right, bottom } = nodeBox(node);
    return left <= x && x <= right && top <= y && y <= bottom;
  })?.id;
}
