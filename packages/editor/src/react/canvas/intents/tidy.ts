import { arrangeNodes } from "../../../commands/arrange.ts";
import type { EditorSurroundings } from "../../editor-context.ts";
import type { CanvasView } from "../canvas-view.ts";
import { undoAction } from "../undo-action.ts";

/** Tidies the selection, or the whole diagram. A single key triggers it, so a message confirms it. */
export function tidy(view: CanvasView, tell: EditorSurroundings["tell"]): void {
  const { editor } = view;
  const { document, selection } = editor.state;
  const executed = editor.execute(arrangeNodes(selection.nodes.size > 1 ? selection.nodes : undefined));
  view.fit();
  if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
  else if (executed.document === document) tell({ level: "info", message: "Already tidy" });
  else tell({ level: "success", message: "Tidied", action: undoAction(editor, tell) });
}
