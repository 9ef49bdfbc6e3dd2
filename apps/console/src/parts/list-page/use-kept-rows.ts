import { useState } from "react";
import type { Editing } from "./table-cell.tsx";

/**
 * The rows to show. A refetch while a cell is edited may have moved its row to another page; the row stays until the edit ends, because the typed
 * text would be lost with it.
 */
export function useKeptRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
  editing: readonly Editing[],
): readonly Row[] | undefined {
  const [shown, setShown] = useState(rows);
  const has = (all: readonly Row[] | undefined, key: string) => all?.some((row) => rowKey(row) === key) ?? false;
  const next = editing.some(({ row }) => has(shown, row) && !has(rows, row)) ? shown : rows;
  // The same rows in another array are the same: a filter makes a new one every time.
  const isSame = next === shown || (next?.length === shown?.length && (next?.every((row, index) => row === shown?.[index]) ?? false));
  if (!isSame) setShown(next);
  return next;
}
