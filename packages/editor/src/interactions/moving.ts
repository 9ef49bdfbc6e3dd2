import type { Point } from "../document/bounds.ts";
import { moveNodes } from "../commands/move-nodes.ts";
import { selectionOf } from "../selection/selection.ts";
import type { Editor } from "../session/editor.ts";
import { idle, type Idle } from "./idle.ts";

/** Dragging nodes: one transaction from press to release, one step of undo. */
export interface Moving {
  readonly kind: "moving";
  /** The node under the pointer first: it is the one that snaps to the grid. */
  readonly ids: readonly string[];
}

/** Dragging an unselected node selects it alone; dragging a selected one moves the whole selection. */
export function startMoving(editor: Editor, nodeId: string): Moving {
  const { selection } = editor.state;
  if (!selection.nodes.has(nodeId)) editor.select(selectionOf([nodeId]));
  const others = [...editor.state.selection.nodes].filter((id) => id !== nodeId);
  editor.begin();
  return { kind: "moving", ids: [nodeId, ...others] };
}

/** `by` is the distance of the pointer from where it was pressed, in diagram coordinates. */
export function moveBy(editor: Editor, { ids }: Moving, by: Point): void {
  editor.update(moveNodes(ids, by));
}

export function endMoving(editor: Editor): Idle {
  editor.commit();
  return idle;
}
