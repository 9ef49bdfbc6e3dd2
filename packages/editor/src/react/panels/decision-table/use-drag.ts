import { useRef } from "react";
import type { PointerEvent } from "react";
import type { CellPlace } from "../../../decision-table/cells.ts";
import type { GridSelection } from "../../../decision-table/grid-keys.ts";

interface DragOptions {
  readonly selection: GridSelection;
  readonly select: (selection: GridSelection) => void;
  /** The fill handle was dragged over rows and released. */
  readonly fill: () => void;
}

/** Selecting cells with the pointer, and dragging the fill handle. */
export function useDrag({ selection: { anchor, active }, select, fill }: DragOptions) {
  const dragged = useRef<"cells" | "handle">(undefined);
  const down = (event: PointerEvent) => {
    const target = event.target as HTMLElement; // pointer events of this grid come from its elements
    if (event.button !== 0 || target.closest("input, button, select") !== null) return;
    // A cell in edit is written where it is, before another becomes the active one.
    (event.currentTarget as HTMLElement).focus({ preventScroll: true }); // the grid
    if (target.closest(".et-handle") !== null) {
      dragged.current = "handle";
      return;
    }
    const place = placeOf(target);
    if (place === undefined) return;
    dragged.current = "cells";
    select(event.shiftKey ? { anchor, active: place } : { anchor: place, active: place });
  };
  const move = (event: PointerEvent) => {
    if (dragged.current === undefined || event.buttons === 0) return;
    const place = placeOf(event.target as HTMLElement); // as above
    if (place === undefined) return;
    const column = dragged.current === "handle" ? active.column : place.column;
    if (place.row !== active.row || column !== active.column) select({ anchor, active: { row: place.row, column } });
  };
  const up = () => {
    if (dragged.current === "handle" && active.row !== anchor.row) fill();
    dragged.current = undefined;
  };
  return { onPointerDown: down, onPointerMove: move, onPointerUp: up };
}

function placeOf(target: HTMLElement): CellPlace | undefined {
  const cell = target.closest<HTMLElement>("[data-column]");
  const row = cell?.closest<HTMLElement>("[data-position]");
  return cell == null || row == null ? undefined : { row: Number(row.dataset["position"]), column: Number(cell.dataset["column"]) };
}
