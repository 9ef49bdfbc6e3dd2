import { startLinking } from "../../../interactions/linking.ts";
import { nothing, selectionOf } from "../../../selection/selection.ts";
import type { CanvasView } from "../canvas-view.ts";
import { partAt } from "../part-at.ts";
import { selectBox } from "./box-selecting.ts";
import { at, type GestureNeeds } from "./gesture.ts";
import { drawLink } from "./linking.ts";
import { dragComment } from "./moving-comment.ts";
import { pressNode } from "./moving.ts";
import { pan } from "./panning.ts";
import { pressPart } from "./press-part.ts";

/** Begins the gesture that belongs to what was pressed. */
export function beginGesture(event: PointerEvent, needs: GestureNeeds): void {
  const { view, mayEdit } = needs;
  const target = event.target instanceof Element ? event.target : undefined;
  if (event.button === 1) {
    pan(event, view);
    return;
  }
  if (event.button !== 0 || target === undefined) return;
  const { nodeId, linkId, commentId, port } = partAt(view, target, at(event));
  if (nodeId !== undefined && port === "out" && mayEdit) drawLink(event, needs, startLinking(view.editor, nodeId));
  else if (nodeId !== undefined && port === "in" && mayEdit && selectedInto(view, nodeId) !== undefined) {
    const selected = selectedInto(view, nodeId);
    if (selected !== undefined) drawLink(event, needs, startLinking(view.editor, selected.source, selected.id));
  } else if (nodeId !== undefined) pressNode(event, needs, nodeId);
  else if (linkId !== undefined) {
    pressPart(event, view, selectionOf([], [linkId]));
    view.callbacks.onPicked?.();
  } else if (commentId !== undefined) {
    if (mayEdit) dragComment(event, view, commentId);
  } else if (event.shiftKey) selectBox(event, view);
  else pan(event, view, () => view.editor.select(nothing));
}

/** The selected link that ends at this node: dragging from the port reconnects its end. */
function selectedInto(view: CanvasView, nodeId: string) {
  const { document, selection } = view.editor.state;
  return [...selection.links].flatMap((id) => document.links.get(id) ?? []).find((one) => one.target === nodeId);
}
