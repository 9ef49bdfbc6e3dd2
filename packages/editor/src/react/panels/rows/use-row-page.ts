import { useEffect, useState } from "react";
import type { ListName } from "../../../rows/row-list.ts";
import { useSurroundings } from "../../editor-context.ts";
import { peekPlace, watchPlace } from "../place-wanted.ts";

/** The number of rendered rows; a table may have a thousand, and typing must not become slower. */
export const pageSize = 100;

interface RowPage {
  /** The first row that is drawn. */
  readonly from: number;
  /** Draws the page that has this row. */
  readonly turnTo: (row: number) => void;
}

/** Which page of a long list is shown: the first, or the one with the row that a message leads to. */
export function useRowPage(list: ListName, count: number): RowPage {
  const { editor } = useSurroundings();
  const [row, setRow] = useState(() => rowIn(list, peekPlace(editor)) ?? 0);
  useEffect(
    () =>
      watchPlace(editor, () => {
        const wanted = rowIn(list, peekPlace(editor));
        if (wanted !== undefined) setRow(wanted);
      }),
    [editor, list],
  );
  return { from: pageStart(Math.min(row, Math.max(0, count - 1))), turnTo: setRow };
}

function pageStart(row: number): number {
  return Math.floor(row / pageSize) * pageSize;
}

function rowIn(list: ListName, place: string | undefined): number | undefined {
  const [property, item] = place?.split(" ") ?? [];
  return property === list && item !== undefined ? Number(item) : undefined;
}
