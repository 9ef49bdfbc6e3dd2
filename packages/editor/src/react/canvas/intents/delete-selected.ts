import { deleteSelection } from "../../../commands/delete-selection.ts";
import { refusal } from "../../../rules/refusal.ts";
import { whyNotDelete } from "../../../rules/node-rules.ts";
import type { EditorSurroundings } from "../../editor-context.ts";
import type { CanvasView } from "../canvas-view.ts";
import { undoAction } from "../undo-action.ts";

/** Deletes without a question; the message has Undo. */
export function deleteSelected({ editor }: CanvasView, tell: EditorSurroundings["tell"]): void {
  const executed = editor.execute(deleteSelection(editor.state.selection));
  if (!executed.ok) return tell({ level: "info", message: executed.refusal.reason });
  tell({ level: "success", message: executed.confirmation ?? executed.name, action: undoAction(editor, tell) });
}

/** Opens the question whether to delete, or says why nothing of the selection can be. */
export function askToDelete(view: CanvasView, tell: EditorSurroundings["tell"]): void {
  const { document, selection } = view.editor.state;
  const nodes = [...selection.nodes].flatMap((id) => document.nodes.get(id) ?? []);
  const refused = nodes.map((node) => whyNotDelete(document, node)).find((why) => why !== undefined);
  const isAllRefused = selection.links.size === 0 && nodes.every((node) => whyNotDelete(document, node) !== undefined);
  if (isAllRefused) tell({ level: "info", message: (refused ?? refusal("NOTHING_SELECTED")).reason });
  else view.opened.set({ kind: "delete", selection });
}
