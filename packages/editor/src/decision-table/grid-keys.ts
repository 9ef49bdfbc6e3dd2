/** Where a key moves the active cell of a grid, as in a spreadsheet. */
import type { CellPlace } from "./cells.ts";

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that are in view. */
  readonly page: number;
}

export interface GridSelection {
  /** Where a range began. */
  readonly anchor: CellPlace;
  /** The active cell: where it ends. */
  readonly active: CellPlace;
}

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export function at(row: number, column: number): GridSelection {
  return { anchor: { row, column }, active: { row, column } };
}

/** Undefined for keys that move nothing. */
export function moveByKey({ anchor, active }: GridSelection, key: Key, size: GridSize): GridSelection | undefined {
  const isJump = key.ctrlKey || key.metaKey;
  const target = targetOf(active, key, isJump, size);
  if (target === undefined) return undefined;
  const place = { row: within(target.row, size.rows), column: within(target.column, size.columns) };
  const isExtended = key.shiftKey && key.key !== "Tab" && key.key !== "Enter";
  return { anchor: isExtended ? anchor : place, active: place };
}

function targetOf(
  { row, column }: CellPlace,
  { key, shiftKey }: Key,
  isJump: boolean,
  { rows, columns, page }: GridSize,
): CellPlace | undefined {
  switch (key) {
    case "ArrowUp":
      return { row: isJump ? 0 : row - 1, column };
    case "ArrowDown":
      return { row: isJump ? rows - 1 : row + 1, column };
    case "ArrowLeft":
      return { row, column: isJump ? 0 : column - 1 };
    case "ArrowRight":
      return { row, column: isJump ? columns - 1 : column + 1 };
    case "Home":
      return { row: isJump ? 0 : row, column: 0 };
    case "End":
      return { row: isJump ? rows - 1 : row, column: columns - 1 };
    case "PageUp":
      return { row: row - page, column };
    case "PageDown":
      return { row: row + page, column };
    case "Tab":
      return tabTarget(row, column, shiftKey ? -1 : 1, rows, columns);
    case "Enter":
      return { row: row + (shiftKey ? -1 : 1), column };
    default:
      return undefined;
  }
}

/** From the end of a row to the beginning of the next; out of the grid at its ends. */
function tabTarget(row: number, column: number, step: -1 | 1, rows: number, columns: number): CellPlace | undefined {
  const place = row * columns + column + step;
  if (place < 0 || place >= rows * columns) return undefined;
  return { row: Math.floor(place / columns), column: place % columns };
}

function within(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
