import type { Datasets, DecisionTableNode } from "@airlock/flow";
import type { ClipboardEvent } from "react";
import { cellAt, shownCell, storedCell, type CellRange } from "../../../decision-table/cells.ts";
import { clearCells, copiedCells, copiedText, writeAll } from "../../../decision-table/edit-table.ts";
import type { Cells } from "../../../cells/read-cells.ts";

interface ClipboardOptions {
  readonly node: DecisionTableNode;
  readonly datasets: Datasets;
  readonly range: CellRange;
  /** The rows of the table in the range. */
  readonly rows: readonly number[];
  /** How many rows of the table are shown from the first of the range on. */
  readonly shownBelow: number;
  readonly readOnly: boolean;
  readonly isBusy: boolean;
  readonly edit: (name: string, change: (table: DecisionTableNode) => DecisionTableNode) => void;
  /** Several cells, from the first of the range on. */
  readonly paste: (cells: Cells) => void;
}

/** Copy, cut and paste of a grid. Text selected inside an input is the browser's. */
export function useClipboard({ node, datasets, range, rows, shownBelow, readOnly, isBusy, edit, paste }: ClipboardOptions) {
  const isOwn = (event: ClipboardEvent): boolean => !isBusy && event.target === event.currentTarget;
  const copy = (event: ClipboardEvent) => {
    if (!isOwn(event)) return;
    const columns = Array.from({ length: range.right - range.left + 1 }, (_, place) => range.left + place);
    const texts = rows.map((row) => columns.map((column) => shownCell(cellAt(node, { row, column }), datasets)));
    event.clipboardData.setData("text/plain", copiedText(texts));
    event.preventDefault();
    if (event.type === "cut" && !readOnly) edit("Cut cells of", (table) => clearCells(table, rows, range));
  };
  const pasteText = (event: ClipboardEvent) => {
    if (!isOwn(event) || readOnly) return;
    event.preventDefault();
    const cells = copiedCells(event.clipboardData.getData("text/plain"), shownBelow);
    const [only = []] = cells;
    const text = only[0]?.trim() ?? "";
    // A single cell is pasted into all selected ones, as in spreadsheets; several are previewed.
    if (cells.length === 1 && only.length === 1) {
      edit("Paste into", (table) =>
        text === "" ? clearCells(table, rows, range) : writeAll(table, rows, range, storedCell(text, datasets)),
      );
    } else if (cells.length > 0) paste(cells);
  };
  return { onCopy: copy, onCut: copy, onPaste: pasteText };
}
