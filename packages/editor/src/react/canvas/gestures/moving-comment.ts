import { moveComment } from "../../../commands/comments.ts";
import type { CanvasView } from "../canvas-view.ts";
import { track } from "../track.ts";
import { at } from "./gesture.ts";

export function dragComment(event: PointerEvent, view: CanvasView, id: string): void {
  const { editor } = view;
  const note = editor.state.document.comments.find((one) => one.id === id);
  if (note === undefined) return;
  const from = view.toDiagram(at(event));
  track(event, {
    start: () => editor.begin(),
    move: (move) => {
      // An edit from elsewhere has ended this drag.
      if (editor.state.transaction === undefined) return;
      const to = view.toDiagram(at(move));
      editor.update(moveComment(id, { x: note.x + to.x - from.x, y: note.y + to.y - from.y }));
    },
    end: (isDone) => (isDone ? editor.commit() : editor.cancel()),
  });
}
