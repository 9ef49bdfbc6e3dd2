import { drawBox, startBox } from "../../../interactions/box-selecting.ts";
import { idle } from "../../../interactions/idle.ts";
import { nothing } from "../../../selection/selection.ts";
import type { CanvasView } from "../canvas-view.ts";
import { track } from "../track.ts";
import { at } from "./gesture.ts";

/** Dragging with Shift selects what is in the box. */
export function selectBox(event: PointerEvent, view: CanvasView): void {
  const { editor } = view;
  let drawn = startBox(editor, view.toDiagram(at(event)), event.ctrlKey || event.metaKey);
  track(event, {
    start: () => view.interaction.set(drawn),
    move: (move) => {
      drawn = drawBox(editor, drawn, view.toDiagram(at(move)));
      view.interaction.set(drawn);
    },
    end: (isDone) => {
      view.interaction.set(idle);
      if (!isDone) editor.select(drawn.before);
    },
    click: () => editor.select(nothing),
  });
}
