import type { DashboardItem } from "@airlock/contract";
import { useLayoutEffect, useRef, useState } from "react";
import type { CSSProperties, PointerEvent, ReactNode } from "react";
import { columns, inOrder, nudge, resize, type Box } from "./grid.ts";
import { GridHandle, gridKeysId } from "./grid-handle.tsx";
import { useGridDrag } from "./use-grid-drag.ts";
import "./dashboard-grid.css";

interface DashboardGridProps {
  readonly items: readonly DashboardItem[];
  readonly onChange: (items: readonly DashboardItem[]) => void;
  /** The card of an item, with what it is taken by in its head. */
  readonly children: (item: DashboardItem, handle: ReactNode) => ReactNode;
}

/** The position of a box as CSS variables. The style sheet ignores them on narrow screens. */
function placeOf({ x, y, w, h }: Box): CSSProperties {
  return { "--x": x + 1, "--y": y + 1, "--w": w, "--h": h } as CSSProperties;
}

function positionText(title: string, { x, y, w, h }: Box): string {
  return `${title}: column ${x + 1} of ${columns}, row ${y + 1}, ${w} wide, ${h} high.`;
}

/** Widgets on ten columns, which can be moved and resized by pointer and by keys. */
export function DashboardGrid({ items, onChange, children }: DashboardGridProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const held = useRef<string>(undefined);
  const tell = (next: readonly DashboardItem[], i: string, unchanged: string) => {
    const item = next.find((one) => one.i === i);
    if (item !== undefined) setAnnouncement(next === items ? unchanged : positionText(item.config.title, item));
  };
  const { drag, begin } = useGridDrag(sheet, items, (next) => onChange(next));

  // A widget that changes places with another is put elsewhere in the document, which takes the focus from it.
  useLayoutEffect(() => {
    if (held.current === undefined) return;
    const handle = [...(sheet.current?.querySelectorAll<HTMLElement>("[data-item]") ?? [])].find(
      (cell) => cell.dataset["item"] === held.current,
    );
    if (document.activeElement === document.body) handle?.querySelector<HTMLElement>(".widget-grip")?.focus();
    held.current = undefined;
  });

  const step = (item: DashboardItem) => (by: { readonly dx: number; readonly dy: number; readonly resize: boolean }) => {
    const next = by.resize ? resize(items, item.i, item.w + by.dx, item.h + by.dy) : nudge(items, item.i, by.dx, by.dy);
    const after = next.find((one) => one.i === item.i);
    const stays = after === undefined || positionText("", after) === positionText("", item);
    held.current = item.i;
    tell(stays ? items : next, item.i, by.resize ? "It cannot be resized further." : "It cannot be moved further.");
    if (!stays) onChange(next);
  };
  const shown = drag?.preview ?? items;
  const target = drag && shown.find((one) => one.i === drag.i);
  return (
    <>
      <div ref={sheet} className={drag ? "dashboard-grid dragging" : "dashboard-grid"}>
        {inOrder(items).map((item) => {
          const isHeld = drag?.i === item.i;
          const box = isHeld ? item : (shown.find((one) => one.i === item.i) ?? item);
          const handle = <GridHandle title={item.config.title} onDrag={(event) => begin(event, item.i, "move")} onStep={step(item)} />;
          return (
            <div key={item.i} data-item={item.i} className={isHeld ? "dashboard-cell held" : "dashboard-cell"} style={placeOf(box)}>
              <div className="dashboard-card" style={isHeld ? pulled(drag.kind, drag.dx, drag.dy) : undefined}>
                {children(item, handle)}
                <span
                  className="widget-corner"
                  aria-hidden="true"
                  onPointerDown={(event: PointerEvent) => begin(event, item.i, "resize")}
                />
              </div>
            </div>
          );
        })}
        {target && <div className="dashboard-cell dashboard-target" style={placeOf(target)} aria-hidden="true" />}
      </div>
      <p id={gridKeysId} hidden>
        Arrow keys move, Shift and arrow keys resize.
      </p>
      <output className="sr" aria-live="polite">
        {announcement}
      </output>
    </>
  );
}

function pulled(kind: "move" | "resize", dx: number, dy: number): CSSProperties {
  if (kind === "move") return { transform: `translate(${dx}px, ${dy}px)` };
  return { width: `max(200px, calc(100% + ${dx}px))`, height: `max(200px, calc(100% + ${dy}px))` };
}
