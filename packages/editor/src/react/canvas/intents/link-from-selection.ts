import { counted } from "../../../document/titles.ts";
import { startLinking } from "../../../interactions/linking.ts";
import { refusal } from "../../../rules/refusal.ts";
import type { EditorSurroundings } from "../../editor-context.ts";
import type { CanvasView } from "../canvas-view.ts";

export function linkFromSelection(view: CanvasView, tell: EditorSurroundings["tell"]): void {
  const { selection, document } = view.editor.state;
  const [id] = selection.nodes;
  const [linkId] = selection.links;
  const link = linkId === undefined ? undefined : document.links.get(linkId);
  // On a link: choose another target.
  const linking =
    id !== undefined ? startLinking(view.editor, id) : link === undefined ? undefined : startLinking(view.editor, link.source, link.id);
  if (linking === undefined) tell({ level: "info", message: refusal("NOTHING_SELECTED").reason });
  else if (linking.targets.length === 0) tell({ level: "info", message: "There is no node that a link from here may lead to." });
  else {
    view.interaction.set(linking);
    const text = `Linking. ${counted(linking.targets.length, "node")} to choose from. Press Tab to choose, Enter to link, Escape to cancel.`;
    view.announcement.set(text);
  }
}
