import type { Editor } from "../../session/editor.ts";
import type { EditorSurroundings, Notice } from "../editor-context.ts";
import { keysHere } from "../keys-here.ts";

/** Undo in the message about the last step. It does not undo later steps: then the message says so. */
export function undoAction(editor: Editor, tell: EditorSurroundings["tell"]): NonNullable<Notice["action"]> {
  const { document } = editor.state;
  return {
    label: "Undo",
    run: () => {
      if (editor.state.document === document) editor.undo();
      else tell({ level: "info", message: `The diagram has changed since. Press ${keysHere("Ctrl+Z")} to undo step by step.` });
    },
  };
}
