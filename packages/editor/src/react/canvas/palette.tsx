import { kinds, outPort, type NodeKind } from "@airlock/flow";
import { useState, type PointerEvent } from "react";
import { endAdding, paletteItems, startAdding, type Adding, type PaletteItem } from "../../interactions/adding.ts";
import { newId } from "../../document/new-id.ts";
import { useSurroundings } from "../editor-context.ts";
import { Icon } from "../icon.tsx";
import { usePart } from "../use-part.ts";
import { useCanvas } from "./canvas-context.ts";
import { wantPlace } from "../panels/place-wanted.ts";
import type { CanvasView } from "./canvas-view.ts";
import { kindColours } from "./kind-colours.ts";
import { KindGlyph } from "./kind-glyph.tsx";
import { track } from "./track.ts";

const groupTitles: Readonly<Record<PaletteItem["group"], string>> = { Flow: "Flow", Logic: "Logic", Scores: "Scores", Connect: "Connect" };

/** Components to drag onto the canvas, or to press: the node then follows the selection. */
export function Palette() {
  const { editor, tell } = useSurroundings();
  const { view } = useCanvas();
  const [search, setSearch] = useState("");
  const [dragged, setDragged] = useState<{ readonly kind: NodeKind; readonly x: number; readonly y: number }>();
  usePart(undefined, (state) => state.document.nodes.size);
  const items = paletteItems(editor, undefined, search);

  const add = (kind: NodeKind, adding: Adding): boolean => {
    const executed = endAdding(editor, adding, kind, newId);
    if (executed.ok) view.revealSelection();
    else tell({ level: "info", message: executed.refusal.reason });
    return executed.ok;
  };
  /** Added by the user: the next thing to type is its name. */
  const addByHand = (kind: NodeKind, adding: Adding): void => {
    if (add(kind, adding) && view.callbacks.onAdded?.() === true) wantPlace(editor, "label");
  };
  const drag = (event: PointerEvent, { kind, why }: PaletteItem): void => {
    if (event.button !== 0) return;
    if (why !== undefined) return;
    track(event.nativeEvent, {
      start: () => setDragged({ kind, x: event.clientX, y: event.clientY }),
      move: ({ clientX: x, clientY: y }) => {
        setDragged({ kind, x, y });
        const into = linkUnder(view, x, y);
        view.hovered.set(into);
        markTaking(view, into?.id);
      },
      end: (isDone, last) => {
        setDragged(undefined);
        view.hovered.set(undefined);
        markTaking(view, undefined);
        const under = last === undefined ? null : document.elementFromPoint(last.clientX, last.clientY);
        if (!isDone || last === undefined || under === null || view.surface?.contains(under) !== true) return;
        const at = view.toDiagram({ x: last.clientX, y: last.clientY });
        const into = linkUnder(view, last.clientX, last.clientY)?.id;
        view.surface.focus({ preventScroll: true });
        addByHand(kind, { kind: "adding", at, after: undefined, into });
      },
    });
  };
  const groups = Map.groupBy(items, (item) => item.group);
  return (
    <aside className="cv-palette" aria-label="Components">
      <label className="cv-search cv-palette-search">
        <Icon name="search" size={16} />
        <input
          placeholder="Find a component"
          aria-label="Find a component"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = items;
            if (event.key === "Escape") view.surface?.focus();
            if (event.key !== "Enter" || first === undefined || first.why !== undefined) return;
            add(first.kind, placed(view));
            setSearch("");
            view.surface?.focus();
          }}
        />
        <kbd>/</kbd>
      </label>
      {[...groups].map(([group, members]) => (
        <section key={group} aria-label={groupTitles[group]}>
          <h3 className="cv-overline">{groupTitles[group]}</h3>
          {members.map((item) => (
            <button
              key={item.kind}
              type="button"
              className="cv-component"
              style={kindColours[item.kind]}
              aria-disabled={item.why !== undefined}
              title={item.why?.reason ?? item.label}
              data-kind={item.kind}
              onPointerDown={(event) => drag(event, item)}
              onClick={(event) => {
                if (item.why !== undefined) tell({ level: "info", message: item.why.reason });
                // After a key press the focus stays in the palette: there is no pointer.
                else if (event.detail === 0) add(item.kind, placed(view));
                else addByHand(item.kind, placed(view));
              }}
            >
              <span className="cv-tile">
                <KindGlyph kind={item.kind} />
              </span>
              <span className="cv-component-words">
                <b>{item.label}</b>
                <small>{item.why === undefined ? item.hint : item.kind === "Start" ? "Already on the canvas" : "The canvas is full"}</small>
              </span>
              {item.why === undefined && <Icon name="grip" size={14} />}
            </button>
          ))}
        </section>
      ))}
      {items.length === 0 && <p className="cv-palette-none">No component has this name.</p>}
      <p className="cv-palette-tip">
        Drag onto the canvas, or select a node and press <kbd>A</kbd> to add the next one.
      </p>
      {dragged !== undefined && <Ghost view={view} {...dragged} />}
    </aside>
  );
}

/** Where a pressed component is added: after the selected node, into the selected link, or in a free spot of the viewport. */
function placed(view: CanvasView): Adding {
  const adding = startAdding(view.editor);
  const { nodes } = view.editor.state.document;
  const after = adding.after === undefined ? undefined : nodes.get(adding.after);
  if (adding.into !== undefined || (after !== undefined && outPort(after) !== undefined)) return adding;
  const at = { ...view.centre };
  const isTaken = (): boolean => nodes.toArray().some((node) => Math.abs(node.x + 50 - at.x) < 100 && Math.abs(node.y + 50 - at.y) < 75);
  while (isTaken()) at.y += 75;
  return { kind: "adding", at, after: undefined, into: undefined };
}

function linkUnder(view: CanvasView, x: number, y: number) {
  const under = document.elementFromPoint(x, y);
  const id = view.surface?.contains(under) === true ? under?.closest("[data-link]")?.getAttribute("data-link") : undefined;
  return id ? ({ kind: "link", id } as const) : undefined;
}

/** Marks the link into which the dragged component would be inserted. Set on the element directly, so that dragging renders nothing. */
function markTaking(view: CanvasView, linkId: string | undefined): void {
  for (const link of view.surface?.querySelectorAll<SVGElement>(".cv-link") ?? [])
    link.classList.toggle("is-taking", linkId !== undefined && link.dataset["link"] === linkId);
}

/** The dragged component in its final size, 50 px up and left of the pointer, where it will be placed. */
function Ghost({ view, kind, x, y }: { readonly view: CanvasView; readonly kind: NodeKind; readonly x: number; readonly y: number }) {
  const { scale } = view;
  const isSmall = kind === "Start" || kind === "End";
  return (
    <div
      className={`cv-node cv-ghost${isSmall ? " is-small" : ""}`}
      style={{ ...kindColours[kind], transform: `translate(${x - 50 * scale}px,${y - 50 * scale}px) scale(${scale})` }}
    >
      <span className="cv-tile">
        <KindGlyph kind={kind} />
      </span>
      {isSmall ? (
        <span className="cv-cap">{kinds[kind].typeLabel}</span>
      ) : (
        <span className="cv-words">
          <span className="cv-title">{kinds[kind].typeLabel}</span>
        </span>
      )}
    </div>
  );
}
