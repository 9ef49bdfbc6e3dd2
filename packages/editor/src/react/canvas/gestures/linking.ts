import { newId } from "../../../document/new-id.ts";
import { idle } from "../../../interactions/idle.ts";
import { dropLink, endLinking, hoverTarget, type Linking } from "../../../interactions/linking.ts";
import { selectionOf } from "../../../selection/selection.ts";
import type { CanvasView } from "../canvas-view.ts";
import { partAt } from "../part-at.ts";
import { track } from "../track.ts";
import { edgePan } from "./edge-pan.ts";
import { at, type GestureNeeds } from "./gesture.ts";
import { pressPart } from "./press-part.ts";

/** Dragging from a port draws a link, or moves the end of one. Dropped beside every node, it offers the nodes to add. */
export function drawLink(event: PointerEvent, { view, tell }: GestureNeeds, started: Linking): void {
  const { editor } = view;
  let linking = started;
  let why: string | undefined;
  let overId: string | undefined;
  const move = (pointer: PointerEvent): void => {
    const under = document.elementFromPoint(pointer.clientX, pointer.clientY);
    const { nodeId } = partAt(view, under, at(pointer));
    const nextId = nodeId === linking.sourceId ? undefined : nodeId;
    if (nextId !== overId) {
      overId = nextId;
      const hovered = hoverTarget(editor, linking, overId);
      linking = hovered.linking;
      why = hovered.why?.reason;
      view.interaction.set(linking);
    }
    view.pointer.set(view.toDiagram(at(pointer)));
    view.hint.set(why ?? "");
  };
  const edges = edgePan(view, move);
  track(event, {
    start: () => {
      view.hovered.set(undefined);
      view.interaction.set(linking);
    },
    move: (pointer) => {
      move(pointer);
      // A node close to the edge is not pulled away from under the pointer that has reached it.
      if (overId !== undefined) edges.stop();
      else edges.at(pointer);
    },
    end: (isDone, last) => {
      edges.stop();
      view.interaction.set(idle);
      view.pointer.set(undefined);
      view.hint.set("");
      if (!isDone || last === undefined) return;
      if (linking.targetId !== undefined) {
        const executed = endLinking(editor, linking, newId);
        if (executed?.ok === false) tell({ level: "info", message: executed.refusal.reason });
      } else if (why !== undefined) tell({ level: "info", message: why });
      else if (overId === undefined && linking.linkId === undefined && isOnSurface(view, last))
        view.opened.set({ kind: "adding", adding: dropLink(linking, view.toDiagram(at(last))), at: at(last) });
    },
    click: () => {
      pressPart(event, view, selectionOf([linking.sourceId]));
      view.callbacks.onPicked?.();
    },
  });
}

function isOnSurface(view: CanvasView, event: PointerEvent): boolean {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under !== null && view.surface?.contains(under) === true;
}
