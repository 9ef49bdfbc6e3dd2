import { gridSize } from "@airlock/flow";
import { moveComment } from "../../commands/comments.ts";
import type { Point } from "../../document/bounds.ts";
import { newId } from "../../document/new-id.ts";
import { drawBox, startBox } from "../../interactions/box-selecting.ts";
import { idle } from "../../interactions/idle.ts";
import { dropLink, endLinking, hoverTarget, startLinking, type Linking } from "../../interactions/linking.ts";
import { endMoving, moveBy, startMoving } from "../../interactions/moving.ts";
import { nothing, selectionOf, toggled } from "../../selection/selection.ts";
import type { EditorSurroundings } from "../editor-context.ts";
import type { CanvasView } from "./canvas-view.ts";
import { nodeElementId, placeNode } from "./place-node.ts";
import type { Marks } from "./marks.ts";
import { linksOf } from "../../document/links-of.ts";
import { partAt } from "./part-at.ts";
import { edgePan } from "./edge-pan.ts";
import { track } from "./track.ts";

interface GestureNeeds {
  readonly view: CanvasView;
  readonly marks: Marks;
  readonly mayEdit: boolean;
  readonly tell: EditorSurroundings["tell"];
}

const at = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });

/** What a press on the diagram begins, by what it was pressed on. */
export function beginGesture(event: PointerEvent, needs: GestureNeeds): void {
  const { view, mayEdit } = needs;
  const target = event.target instanceof Element ? event.target : undefined;
  if (event.button === 1) {
    pan(event, view);
    return;
  }
  if (event.button !== 0 || target === undefined) return;
  const { nodeId, linkId, commentId, port } = partAt(view, target, at(event));
  if (nodeId !== undefined && port === "out" && mayEdit) link(event, needs, startLinking(view.editor, nodeId));
  else if (nodeId !== undefined && port === "in" && mayEdit && selectedInto(view, nodeId) !== undefined) {
    const selected = selectedInto(view, nodeId);
    if (selected !== undefined) link(event, needs, startLinking(view.editor, selected.source, selected.id));
  } else if (nodeId !== undefined) pressNode(event, needs, nodeId);
  else if (linkId !== undefined) {
    pressPart(event, view, selectionOf([], [linkId]));
    view.callbacks.onPicked?.();
  } else if (commentId !== undefined) {
    if (mayEdit) moveNote(event, view, commentId);
  } else if (event.shiftKey) box(event, view);
  else pan(event, view, () => view.editor.select(nothing));
}

/** The selected link that ends at this node: dragging from the port reconnects its end. */
function selectedInto(view: CanvasView, nodeId: string) {
  const { document, selection } = view.editor.state;
  return [...selection.links].flatMap((id) => document.links.get(id) ?? []).find((one) => one.target === nodeId);
}

function pressPart(event: PointerEvent, { editor }: CanvasView, pressed: ReturnType<typeof selectionOf>): void {
  const adds = event.ctrlKey || event.metaKey || event.shiftKey;
  editor.select(adds ? toggled(editor.state.selection, pressed) : pressed);
}

function pressNode(event: PointerEvent, { view, marks, mayEdit }: GestureNeeds, nodeId: string): void {
  const { editor } = view;
  const pressed = selectionOf([nodeId]);
  const adds = event.ctrlKey || event.metaKey || event.shiftKey;
  const wasSelected = editor.state.selection.nodes.has(nodeId);
  if (adds) {
    editor.select(toggled(editor.state.selection, pressed));
    return;
  }
  if (!wasSelected) editor.select(pressed);
  if (!mayEdit) {
    // Dragging something that cannot be moved pans the sheet, which on a small screen is most of it.
    pan(event, view, () => view.callbacks.onPicked?.());
    return;
  }
  const from = view.toDiagram(at(event));
  const first = editor.state.document.nodes.get(nodeId);
  if (first === undefined) return;
  let place = "";
  let element: Element | undefined;
  const move = (pointer: PointerEvent): void => {
    const moving = view.interaction.get();
    if (moving.kind !== "moving") return;
    const to = view.toDiagram(at(pointer));
    const by = { x: to.x - from.x, y: to.y - from.y };
    // Between two grid points nothing changes, so no command runs.
    const next = `${Math.round((first.x + by.x) / gridSize)} ${Math.round((first.y + by.y) / gridSize)}`;
    if (next === place) return;
    place = next;
    moveBy(editor, moving, by);
  };
  const edges = edgePan(view, move);
  track(event, {
    start: () => {
      const moving = startMoving(editor, nodeId);
      view.interaction.set(moving);
      view.hovered.set(undefined);
      element = view.surface;
      element?.classList.add("is-moving");
      // A layer for each of a few moves them without painting; a layer for each of hundreds would cost more than it saves.
      element?.classList.toggle("is-lifting", moving.ids.length <= 20);
      view.lifted.set(marks.lift(moving.ids.flatMap((id) => linkIds(view, id))));
    },
    move: (pointer) => {
      edges.at(pointer);
      move(pointer);
    },
    end: (isDone) => {
      edges.stop();
      element?.classList.remove("is-moving", "is-lifting");
      const moving = view.interaction.get();
      if (moving.kind !== "moving") return;
      if (isDone) endMoving(editor);
      else editor.cancel();
      view.interaction.set(idle);
      view.lifted.set(marks.lift([]));
      for (const id of moving.ids) {
        const node = editor.state.document.nodes.get(id);
        const moved = document.getElementById(nodeElementId(id));
        if (node !== undefined && moved !== null) placeNode(moved, node, false);
      }
    },
    click: () => {
      if (wasSelected) editor.select(pressed);
      view.callbacks.onPicked?.();
    },
  });
}

function linkIds(view: CanvasView, nodeId: string): readonly string[] {
  const { incoming, outgoing } = linksOf(view.editor.state.document, nodeId);
  return [...incoming, ...outgoing].map((one) => one.id);
}

function link(event: PointerEvent, { view, tell }: GestureNeeds, started: Linking): void {
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

function box(event: PointerEvent, view: CanvasView): void {
  const { editor } = view;
  let drawn = startBox(editor, view.toDiagram(at(event)), event.ctrlKey || event.metaKey);
  track(event, {
    start: () => view.interaction.set(drawn),
    move: (move) => {
      drawn = drawBox(editor, drawn, view.toDiagram(at(move)));
      view.interaction.set(drawn);
    },
    end: (isDone) => {
      view.interaction.set(idle);
      if (!isDone) editor.select(drawn.before);
    },
    click: () => editor.select(nothing),
  });
}

function pan(event: PointerEvent, view: CanvasView, click?: () => void): void {
  let last = at(event);
  track(event, {
    start: () => view.surface?.classList.add("is-panning"),
    move: (move) => {
      view.panBy(move.clientX - last.x, move.clientY - last.y);
      last = at(move);
    },
    end: () => view.surface?.classList.remove("is-panning"),
    ...(click === undefined ? {} : { click }),
  });
}

function moveNote(event: PointerEvent, view: CanvasView, id: string): void {
  const { editor } = view;
  const note = editor.state.document.comments.find((one) => one.id === id);
  if (note === undefined) return;
  const from = view.toDiagram(at(event));
  track(event, {
    start: () => editor.begin(),
    move: (move) => {
      const to = view.toDiagram(at(move));
      editor.update(moveComment(id, { x: note.x + to.x - from.x, y: note.y + to.y - from.y }));
    },
    end: (isDone) => (isDone ? editor.commit() : editor.cancel()),
  });
}
