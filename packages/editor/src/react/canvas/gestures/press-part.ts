import { selectionOf, toggled } from "../../../selection/selection.ts";
import type { CanvasView } from "../canvas-view.ts";
import { addsToSelection } from "./gesture.ts";

/** Selects the pressed part, alone or in addition to the others. */
export function pressPart(event: PointerEvent, { editor }: CanvasView, pressed: ReturnType<typeof selectionOf>): void {
  editor.select(addsToSelection(event) ? toggled(editor.state.selection, pressed) : pressed);
}
