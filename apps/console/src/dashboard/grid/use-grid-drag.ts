import type { DashboardItem } from "@airlock/contract";
import { useEffect, useRef, useState } from "react";
import type { PointerEvent as ReactPointerEvent, RefObject } from "react";
import { columns, least, move, resize } from "./grid.ts";

const rowHeight = 108;
const gap = 16;

export interface Drag {
  readonly i: string;
  readonly kind: "move" | "resize";
  /** The distance dragged so far, in pixels. */
  readonly dx: number;
  readonly dy: number;
  /** The layout if the drag ended now. */
  readonly preview: readonly DashboardItem[];
}

/** Nearer than this to an edge of the window, the page scrolls. */
const edge = 48;
const scrollStep = 16;

/** Dragging by mouse, pen or finger. Escape cancels it. */
export function useGridDrag(
  grid: RefObject<HTMLElement | null>,
  items: readonly DashboardItem[],
  onDrop: (items: readonly DashboardItem[]) => void,
): { readonly drag: Drag | undefined; readonly begin: (event: ReactPointerEvent, i: string, kind: Drag["kind"]) => void } {
  const [drag, setDrag] = useState<Drag>();
  const letGo = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => letGo.current?.(), []);

  const begin = (event: ReactPointerEvent, i: string, kind: Drag["kind"]) => {
    const item = items.find((one) => one.i === i);
    const sheet = grid.current;
    if (event.button !== 0 || item === undefined || sheet === null) return;
    event.preventDefault();
    letGo.current?.();
    const at = (pointer: { readonly clientX: number; readonly clientY: number }) => {
      const box = sheet.getBoundingClientRect();
      return { x: pointer.clientX - box.left, y: pointer.clientY - box.top, column: (box.width + gap) / columns };
    };
    const start = at(event);
    let now: Drag = { i, kind, dx: 0, dy: 0, preview: items };

    const follow = (pointer: PointerEvent) => {
      if (pointer.pointerId !== event.pointerId) return;
      const here = at(pointer);
      const [dx, dy] = [here.x - start.x, here.y - start.y];
      const [across, down] = [Math.round(dx / here.column), Math.round(dy / (rowHeight + gap))];
      const preview =
        kind === "move"
          ? move(items, i, item.x + across, item.y + down)
          : resize(items, i, Math.max(least.w, item.w + across), Math.max(least.h, item.h + down));
      now = { i, kind, dx, dy, preview };
      setDrag(now);
      const scroller = sheet.closest("main");
      if (pointer.clientY > window.innerHeight - edge) scroller?.scrollBy(0, scrollStep);
      else if (pointer.clientY < edge) scroller?.scrollBy(0, -scrollStep);
    };
    const end = (keep: boolean) => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", escape, true);
      letGo.current = undefined;
      setDrag(undefined);
      if (keep) onDrop(now.preview);
    };
    const drop = (pointer: PointerEvent) => pointer.pointerId === event.pointerId && end(true);
    const cancel = () => end(false);
    const escape = (key: KeyboardEvent) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      key.stopPropagation();
      end(false);
    };
    letGo.current = cancel;
    setDrag(now);
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", escape, true);
  };
  return { drag, begin };
}
