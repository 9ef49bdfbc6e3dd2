import { useEffect, useRef } from "react";
import type { PointerEvent } from "react";
import { rangeOf, type CellPlace, type CellRange } from "../../../decision-table/cells.ts";
import type { GridSelection } from "../../../decision-table/grid-keys.ts";

interface DragOptions {
  readonly selection: GridSelection;
  readonly select: (selection: GridSelection) => void;
  /** The fill handle was dragged to another row and released: the range ends there. */
  readonly fill: (range: CellRange) => void;
}

interface Drag {
  /** Up to the last move, which may not be rendered yet when the pointer is released. */
  readonly selection: GridSelection;
  /** The row in which the fill handle was pressed; undefined while cells are selected. */
  readonly handle?: number;
}

/** Selecting cells with the pointer, and dragging the fill handle. */
export function useDrag({ selection: { anchor, active }, select, fill }: DragOptions) {
  const dragged = useRef<Drag>(undefined);
  // Also where the pointer is released outside of the grid. In the grid, React has called `up` before the event comes to the window.
  useEffect(() => {
    const forget = () => {
      dragged.current = undefined;
    };
    window.addEventListener("pointerup", forget);
    window.addEventListener("pointercancel", forget);
    return () => {
      window.removeEventListener("pointerup", forget);
      window.removeEventListener("pointercancel", forget);
    };
  }, []);
  const follow = (drag: Drag) => {
    dragged.current = drag;
    select(drag.selection);
  };
  const down = (event: PointerEvent) => {
    const target = event.target as HTMLElement; // pointer events of this grid come from its elements
    if (event.button !== 0 || target.closest("input, button, select") !== null) return;
    // A cell in edit is written where it is, before another becomes the active one.
    (event.currentTarget as HTMLElement).focus({ preventScroll: true }); // the grid
    if (target.closest(".et-handle") !== null) {
      // The handle is at the last row of the range, also if the range was selected upwards from there.
      const { top, bottom } = rangeOf(anchor, active);
      follow({ selection: { anchor: { ...anchor, row: top }, active: { ...active, row: bottom } }, handle: bottom });
      return;
    }
    const place = placeOf(target);
    if (place !== undefined) follow({ selection: { anchor: event.shiftKey ? anchor : place, active: place } });
  };
  const move = (event: PointerEvent) => {
    const drag = dragged.current;
    if (drag === undefined || event.buttons === 0) return;
    const place = placeOf(event.target as HTMLElement); // as above
    if (place === undefined) return;
    const { selection: now, handle } = drag;
    const column = handle === undefined ? place.column : now.active.column;
    if (place.row === now.active.row && column === now.active.column) return;
    follow({ ...drag, selection: { anchor: now.anchor, active: { row: place.row, column } } });
  };
  const up = () => {
    const { selection: now, handle } = dragged.current ?? {};
    if (now === undefined || handle === undefined) return;
    if (now.active.row !== handle && now.active.row !== now.anchor.row) fill(rangeOf(now.anchor, now.active));
  };
  return { onPointerDown: down, onPointerMove: move, onPointerUp: up };
}

function placeOf(target: HTMLElement): CellPlace | undefined {
  const cell = target.closest<HTMLElement>("[data-column]");
  const row = cell?.closest<HTMLElement>("[data-position]");
  return cell == null || row == null ? undefined : { row: Number(row.dataset["position"]), column: Number(cell.dataset["column"]) };
}
