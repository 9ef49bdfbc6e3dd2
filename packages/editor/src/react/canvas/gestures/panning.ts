import type { CanvasView } from "../canvas-view.ts";
import { track } from "../track.ts";
import { at } from "./gesture.ts";

/** Dragging the sheet moves the view. */
export function pan(event: PointerEvent, view: CanvasView, click?: () => void): void {
  let last = at(event);
  track(event, {
    start: () => view.surface?.classList.add("is-panning"),
    move: (move) => {
      view.panBy(move.clientX - last.x, move.clientY - last.y);
      last = at(move);
    },
    end: () => view.surface?.classList.remove("is-panning"),
    ...(click === undefined ? {} : { click }),
  });
}
