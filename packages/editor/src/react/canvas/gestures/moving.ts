import { gridSize } from "@airlock/flow";
import { linksOf } from "../../../document/links-of.ts";
import { idle } from "../../../interactions/idle.ts";
import { endMoving, moveBy, startMoving, type Moving } from "../../../interactions/moving.ts";
import { selectionOf, toggled } from "../../../selection/selection.ts";
import type { CanvasView } from "../canvas-view.ts";
import { nodeElementId, placeNode } from "../place-node.ts";
import { track } from "../track.ts";
import { edgePan } from "./edge-pan.ts";
import { addsToSelection, at, type GestureNeeds } from "./gesture.ts";
import { pan } from "./panning.ts";

/** A press on a node selects it; dragging moves the selection. */
export function pressNode(event: PointerEvent, { view, marks, mayEdit }: GestureNeeds, nodeId: string): void {
  const { editor } = view;
  const pressed = selectionOf([nodeId]);
  const wasSelected = editor.state.selection.nodes.has(nodeId);
  if (addsToSelection(event)) {
    editor.select(toggled(editor.state.selection, pressed));
    return;
  }
  if (!wasSelected) editor.select(pressed);
  if (!mayEdit) {
    // Dragging something that cannot be moved pans the sheet, which on a small screen is most of it.
    pan(event, view, () => view.callbacks.onPicked?.());
    return;
  }
  const from = view.toDiagram(at(event));
  const first = editor.state.document.nodes.get(nodeId);
  if (first === undefined) return;
  let place = "";
  let element: Element | undefined;
  let moving: Moving | undefined;
  const move = (pointer: PointerEvent): void => {
    // An edit from elsewhere, such as the Undo of a message, has ended this drag.
    if (moving === undefined || editor.state.transaction === undefined) return;
    const to = view.toDiagram(at(pointer));
    const by = { x: to.x - from.x, y: to.y - from.y };
    // Between two grid points nothing changes, so no command runs.
    const next = `${Math.round((first.x + by.x) / gridSize)} ${Math.round((first.y + by.y) / gridSize)}`;
    if (next === place) return;
    place = next;
    moveBy(editor, moving, by);
  };
  const edges = edgePan(view, move);
  track(event, {
    start: () => {
      moving = startMoving(editor, nodeId);
      view.interaction.set(moving);
      view.hovered.set(undefined);
      element = view.surface;
      element?.classList.add("is-moving");
      // A layer for each of a few moves them without painting; a layer for each of hundreds would cost more than it saves.
      element?.classList.toggle("is-lifting", moving.ids.length <= 20);
      view.lifted.set(marks.lift(moving.ids.flatMap((id) => linkIds(view, id))));
    },
    move: (pointer) => {
      edges.at(pointer);
      move(pointer);
    },
    end: (isDone) => {
      edges.stop();
      element?.classList.remove("is-moving", "is-lifting");
      if (moving === undefined) return;
      if (isDone) endMoving(editor);
      else editor.cancel();
      view.interaction.set(idle);
      view.lifted.set(marks.lift([]));
      for (const id of moving.ids) {
        const node = editor.state.document.nodes.get(id);
        const moved = document.getElementById(nodeElementId(id));
        if (node !== undefined && moved !== null) placeNode(moved, node, false);
      }
    },
    click: () => {
      if (wasSelected) editor.select(pressed);
      view.callbacks.onPicked?.();
    },
  });
}

function linkIds(view: CanvasView, nodeId: string): readonly string[] {
  const { incoming, outgoing } = linksOf(view.editor.state.document, nodeId);
  return [...incoming, ...outgoing].map((one) => one.id);
}
