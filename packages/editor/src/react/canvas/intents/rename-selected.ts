import { refusal } from "../../../rules/refusal.ts";
import type { EditorSurroundings } from "../../editor-context.ts";
import type { CanvasView } from "../canvas-view.ts";

export function renameSelected(view: CanvasView, tell: EditorSurroundings["tell"]): void {
  const { document, selection } = view.editor.state;
  const [id] = selection.nodes;
  const node = id === undefined ? undefined : document.nodes.get(id);
  if (node === undefined || selection.nodes.size > 1) tell({ level: "info", message: "Select one node." });
  else if (node.type === "Start") tell({ level: "info", message: refusal("START_FIXED").reason });
  else view.opened.set({ kind: "rename", nodeId: node.id });
}
