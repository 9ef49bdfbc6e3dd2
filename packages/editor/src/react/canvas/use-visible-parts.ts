import { useEffect, useState } from "react";
import type { FlowDocument } from "../../document/flow-document.ts";
import type { CanvasView } from "./canvas-view.ts";
import { drawAllBelow, holds, nothingVisible, visibleParts, widened, type VisibleParts } from "./visible-parts.ts";

/** A quarter of a screen on each side is drawn ahead, so that a short pan draws nothing. */
const ahead = 0.25;

/** Which nodes and links to draw; another object only when that changed. */
export function useVisibleParts(view: CanvasView): VisibleParts {
  const [parts, setParts] = useState(nothingVisible);
  useEffect(() => {
    const { editor } = view;
    let shown = nothingVisible;
    let drawn = widened(view.seen, ahead);
    let seenDocument: FlowDocument | undefined;
    const look = (): void => {
      drawn = widened(view.seen, ahead);
      seenDocument = editor.state.document;
      const next = visibleParts(seenDocument, drawn, editor.state.selection.nodes, shown);
      if (next === shown) return;
      shown = next;
      setParts(next);
    };
    const onState = (): void => {
      const { document, transaction } = editor.state;
      // Dragged parts are drawn already; their new positions are checked when the drag ends.
      if (transaction !== undefined || document === seenDocument) return;
      if (seenDocument !== undefined && isSameShape(seenDocument, document)) {
        seenDocument = document;
        return;
      }
      look();
    };
    const onView = (): void => {
      const isAll = editor.state.document.nodes.size < drawAllBelow;
      const isFarCloser = drawn.right - drawn.left > 4 * (view.seen.right - view.seen.left);
      if (!isAll && (isFarCloser || !holds(drawn, view.seen))) look();
    };
    look();
    const ends = [editor.watch(onState), view.pan.watch(onView), view.size.watch(onView)];
    return () => {
      for (const end of ends) end();
    };
  }, [view]);
  return parts;
}

/** Whether nodes, links and positions are the same: typing changes none of them. */
function isSameShape(before: FlowDocument, after: FlowDocument): boolean {
  if (!after.nodes.hasSameOrder(before.nodes) || !after.links.hasSameOrder(before.links)) return false;
  const isStill = after.nodes.changesSince(before.nodes).changed.every((id) => {
    const [old, now] = [before.nodes.get(id), after.nodes.get(id)];
    return old?.x === now?.x && old?.y === now?.y;
  });
  return (
    isStill &&
    after.links.changesSince(before.links).changed.every((id) => {
      const [old, now] = [before.links.get(id), after.links.get(id)];
      return old?.source === now?.source && old?.target === now?.target;
    })
  );
}
