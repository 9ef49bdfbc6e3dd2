import { wantPlace } from "../../panels/place-wanted.ts";
import type { CanvasView } from "../canvas-view.ts";

export function openProperties(view: CanvasView): void {
  const [nodeId] = view.editor.state.selection.nodes;
  const [linkId] = view.editor.state.selection.links;
  if (nodeId !== undefined) view.callbacks.onOpenField?.({ nodeId });
  else if (linkId !== undefined) view.callbacks.onOpenField?.({ linkId });
  wantPlace(view.editor, "label");
}
