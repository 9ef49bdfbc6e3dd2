import type { Point } from "../../../document/bounds.ts";
import type { EditorSurroundings } from "../../editor-context.ts";
import type { CanvasView } from "../canvas-view.ts";
import type { Marks } from "../marks.ts";

export interface GestureNeeds {
  readonly view: CanvasView;
  readonly marks: Marks;
  readonly mayEdit: boolean;
  readonly tell: EditorSurroundings["tell"];
}

export const at = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });

/** Ctrl, Meta or Shift: the press adds to the selection, or takes from it. */
export const addsToSelection = (event: PointerEvent): boolean => event.ctrlKey || event.metaKey || event.shiftKey;
