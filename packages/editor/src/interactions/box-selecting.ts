import type { Point } from "../document/bounds.ts";
import { selectInBox } from "../selection/select-in-box.ts";
import { added, nothing, type Selection } from "../selection/selection.ts";
import type { Editor } from "../session/editor.ts";

/** Drawing a box to select. */
export interface BoxSelecting {
  readonly kind: "boxSelecting";
  readonly from: Point;
  readonly to: Point;
  readonly before: Selection;
  /** With Shift or Ctrl, the previous selection is kept. */
  readonly adds: boolean;
}

export function startBox(editor: Editor, from: Point, adds: boolean): BoxSelecting {
  return { kind: "boxSelecting", from, to: from, before: editor.state.selection, adds };
}

export function drawBox(editor: Editor, box: BoxSelecting, to: Point): BoxSelecting {
  editor.select(added(box.adds ? box.before : nothing, selectInBox(editor.state.document, box.from, to)));
  return { ...box, to };
}
