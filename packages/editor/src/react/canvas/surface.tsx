import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from "react";
import { nothing, selectionOf } from "../../selection/selection.ts";
import { useSurroundings } from "../editor-context.ts";
import { useFlowLevel } from "../levels/flow-level.ts";
import { usePart } from "../use-part.ts";
import { useCanvas } from "./canvas-context.ts";
import { nodeElementId } from "./place-node.ts";
import { BoxDrawn, LinkDrawn, TargetRing } from "./drawn.tsx";
import { Comments } from "./comments.tsx";
import { beginGesture } from "./gestures/begin-gesture.ts";
import { partAt } from "./part-at.ts";
import { Layers } from "./layers.tsx";
import { RenameField } from "./rename-field.tsx";
import { useViewMotion } from "./use-view-motion.ts";
import type { ClipboardActions } from "./clipboard-actions.ts";
import { clipboardHandlers } from "./clipboard-handlers.ts";

interface SurfaceProps {
  readonly clipboard: ClipboardActions;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The dotted sheet below the diagram: handles pointer, wheel and key events. */
export function Surface({ clipboard, onKeyDown }: SurfaceProps) {
  const { tell } = useSurroundings();
  const { view, marks, mayEdit, perform } = useCanvas();
  const level = useFlowLevel();
  const surface = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const selected = usePart("selection", ({ selection }) => (selection.nodes.size === 1 ? [...selection.nodes][0] : undefined));
  useViewMotion(view, surface, world);

  useLayoutEffect(() => {
    view.attach(surface.current ?? undefined);
    return () => view.attach(undefined);
  }, [view]);

  useEffect(() => {
    const element = surface.current;
    if (element === null) return undefined;
    const onMove = (event: globalThis.PointerEvent): void => {
      if (event.buttons !== 0) return;
      const { nodeId, linkId } = partAt(view, event.target, { x: event.clientX, y: event.clientY });
      const { kind, id } = view.hovered.get() ?? {};
      if (id === (nodeId ?? linkId) && kind === (nodeId === undefined ? (linkId === undefined ? undefined : "link") : "node")) return;
      view.hovered.set(
        nodeId !== undefined ? { kind: "node", id: nodeId } : linkId !== undefined ? { kind: "link", id: linkId } : undefined,
      );
    };
    const onLeave = (): void => view.hovered.set(undefined);
    element.addEventListener("pointermove", onMove);
    element.addEventListener("pointerleave", onLeave);
    return () => {
      element.removeEventListener("pointermove", onMove);
      element.removeEventListener("pointerleave", onLeave);
    };
  }, [view]);

  const onPointerDown = (event: PointerEvent): void => {
    if (event.target instanceof Element && event.target.closest("input, textarea, button") !== null) return;
    if (view.opened.get() !== undefined) view.opened.set(undefined);
    surface.current?.focus({ preventScroll: true });
    surface.current?.classList.add("is-pressed");
    const opening = event.target instanceof Element ? event.target.closest("[data-open]") : null;
    const { nodeId } = partAt(view, opening, { x: event.clientX, y: event.clientY });
    if (event.button === 0 && opening !== null && nodeId !== undefined) {
      level.open(nodeId);
      return;
    }
    beginGesture(event.nativeEvent, { view, marks, mayEdit, tell });
  };
  const select = (event: MouseEvent): void => {
    const { nodeId: node, linkId: link, commentId } = partAt(view, event.target, { x: event.clientX, y: event.clientY });
    const { selection } = view.editor.state;
    if (node && !selection.nodes.has(node)) view.editor.select(selectionOf([node]));
    else if (!node && link && !selection.links.has(link)) view.editor.select(selectionOf([], [link]));
    else if (!node && !link && !commentId) view.editor.select(nothing);
  };
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    // By key the menu is about the selection, wherever the pointer is.
    const isByPointer = event.button === 2;
    if (isByPointer) select(event);
    perform("contextMenu", isByPointer ? { x: event.clientX, y: event.clientY } : undefined);
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const under = event.target instanceof Element ? event.target : undefined;
    const { nodeId, linkId } = partAt(view, under ?? null, { x: event.clientX, y: event.clientY });
    if (nodeId !== undefined) perform(level.canOpen(nodeId) ? "openSubFlow" : "openProperties");
    else if (linkId !== undefined && mayEdit) perform("addNext", { x: event.clientX, y: event.clientY });
    else if (mayEdit && under?.closest("[data-comment], input, textarea, button") === null) {
      const at = { x: event.clientX, y: event.clientY };
      view.opened.set({ kind: "adding", adding: { kind: "adding", at: view.toDiagram(at), after: undefined, into: undefined }, at });
    }
  };

  return (
    // The diagram is one Tab stop; its own keys navigate inside it, and the list view is the equivalent for screen readers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={surface}
      className="cv-surface"
      role="application"
      aria-roledescription="diagram"
      aria-label="Diagram"
      aria-describedby="canvas-keys-hint"
      aria-activedescendant={selected === undefined ? undefined : nodeElementId(selected)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- role application handles keys.
      tabIndex={0}
      onPointerDown={onPointerDown}
      onContextMenu={onContextMenu}
      onDoubleClick={onDoubleClick}
      onKeyDown={(event) => {
        surface.current?.classList.remove("is-pressed");
        onKeyDown(event);
      }}
      onBlur={() => surface.current?.classList.remove("is-pressed")}
      {...clipboardHandlers(clipboard, mayEdit)}
    >
      <div ref={world} className="cv-world">
        <Layers />
        <LinkDrawn />
        <TargetRing />
        <BoxDrawn />
        <Comments />
        <RenameField />
      </div>
      <div className="cv-shield" />
    </div>
  );
}
