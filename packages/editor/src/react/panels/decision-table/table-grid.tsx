import { hitPolicyLabel, type DecisionTableNode, type Finding } from "@airlock/flow";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import {
  cellAt,
  columnCount,
  emptyCell,
  rangeOf,
  shownCell,
  sideOf,
  storedCell,
  type CellPlace,
  type CellRange,
} from "../../../decision-table/cells.ts";
import { columnValues } from "../../../decision-table/complete-cell.ts";
import { clearCells, deleteRows, fillDown, moveRows, writeAll } from "../../../decision-table/edit-table.ts";
import { at, moveByKey, type GridSelection } from "../../../decision-table/grid-keys.ts";
import type { TableRun } from "../../../decision-table/table-run.ts";
import { definitionOf } from "../../../document/flow-document.ts";
import type { Cells } from "../../../cells/read-cells.ts";
import { useSurroundings } from "../../editor-context.ts";
import type { TableCounts } from "../../table-counts.ts";
import { CellInput } from "./cell-input.tsx";
import { ColumnHeads } from "./column-heads.tsx";
import { cellLabel, cellsOf, columnWidths, findingsByRow, missedText, offsets, showCell } from "./grid-parts.ts";
import { TableRow } from "./table-row.tsx";
import { useClipboard } from "./use-clipboard.ts";
import { useDrag } from "./use-drag.ts";
import { rowHeight, useWindow } from "./use-window.ts";

interface TableGridProps {
  readonly node: DecisionTableNode;
  readonly findings: readonly Finding[];
  /** As the heads show them, the reason code left out. */
  readonly heads: readonly string[];
  /** The rows that are shown, by their index in the table. */
  readonly visible: readonly number[];
  readonly selection: GridSelection;
  readonly select: (selection: GridSelection) => void;
  readonly edit: (name: string, change: (table: DecisionTableNode) => DecisionTableNode) => void;
  /** Adds an empty row at this index of the table and selects it. */
  readonly addRow: (row: number) => void;
  /** Pastes cells from this position among the shown rows on. */
  readonly paste: (from: CellPlace, cells: Cells) => void;
  /** The values of the last run, if it reached the table. */
  readonly run: TableRun | undefined;
  readonly counts: TableCounts;
  /** Columns that stay in view when the others are scrolled. */
  readonly frozen: number;
  readonly freeze: (columns: number) => void;
}

const executionsWidth = 160;

/** The rows of a Decision Table as a spreadsheet. Only visible rows are rendered. */
export function TableGrid(props: TableGridProps) {
  const { node, findings, heads, visible, selection, select, edit, addRow, paste, run: lastRun, counts, frozen, freeze } = props;
  const { editor, readOnly } = useSurroundings();
  const gridId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<string>();
  const columns = columnCount(node);
  const countWidths = [...(counts.tests === undefined ? [] : [112]), ...(counts.executions === undefined ? [] : [executionsWidth])];
  const rows = visible.length + node.defaultRows.length;
  const { first, past, page } = useWindow(box, visible.length);
  const { anchor, active } = selection;
  const range = rangeOf(anchor, active);
  const datasets = definitionOf(editor.state.document);
  const byRow = useMemo(() => findingsByRow(findings, node), [findings, node]);
  // The same list while no width changes: rows whose frozen columns are elsewhere are drawn again.
  const widthsText = useMemo(() => columnWidths(node, heads, lastRun).join(" "), [node, heads, lastRun]);
  const widths = useMemo(() => widthsText.split(" ").map(Number), [widthsText]);
  const lefts = useMemo(() => offsets(widths), [widths]);
  const frozenLefts = useMemo(() => lefts.slice(0, frozen), [lefts, frozen]);

  const rowOf = (position: number): number => visible[position] ?? node.tableRows.length;
  const rowsIn = ({ top, bottom }: CellRange) => Array.from({ length: bottom - top + 1 }, (_, place) => rowOf(top + place));
  const selected = rowsIn(range);
  const activeCell = { row: rowOf(active.row), column: active.column };

  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const covered = lefts[frozen] ?? 0;
  const [left = 0, width = 0] = [lefts[active.column], widths[active.column]];
  useLayoutEffect(() => {
    if (active.row < visible.length) showCell(box.current, active.row, left, width, covered);
  }, [active.row, visible.length, left, width, covered]);

  const begin = (text: string) => {
    const isCell = active.row < visible.length || active.column >= node.inputColumns.length;
    if (!readOnly && isCell && rows > 0) setEditing(text);
  };
  const beginWithCell = () => begin(shownCell(cellAt(node, activeCell), datasets));
  const isEditing = editing !== undefined;
  const values = useMemo(
    () => (isEditing ? columnValues(editor.state.document, node, active.column) : []),
    [isEditing, editor, node, active.column],
  );
  const endEditing = () => {
    setEditing(undefined);
    box.current?.focus();
  };
  const move = (event: KeyboardEvent): boolean => {
    const moved = moveByKey(selection, event, { rows, columns, page });
    if (moved !== undefined) select(moved);
    return moved !== undefined;
  };
  const commit = (text: string, event: KeyboardEvent | undefined, all: boolean) => {
    setEditing(undefined);
    const stored = storedCell(text.trim(), datasets);
    const written = stored === "" ? emptyCell(node, active.column) : stored;
    const places = all ? range : { left: active.column, right: active.column };
    if (all || written !== cellAt(node, activeCell)) {
      edit("Write cells of", (table) => writeAll(table, all ? selected : [activeCell.row], places, written));
    }
    if (event === undefined) return;
    if (!all) move(event);
    box.current?.focus();
  };

  const moveSelected = (step: -1 | 1) => {
    const [top = 0, bottom = 0] = [selected[0], selected.at(-1)];
    // With a filter, the rows next to each other here are not next to each other in the table.
    const isWhole = visible.length === node.tableRows.length;
    if (!isWhole || top + step < 0 || bottom + step >= node.tableRows.length) return;
    edit("Move rows of", (table) => moveRows(table, { top, bottom }, step));
    select({ anchor: { ...anchor, row: anchor.row + step }, active: { ...active, row: active.row + step } });
  };
  const deleteSelected = () => {
    edit("Delete rows of", (table) => deleteRows(table, new Set(selected)));
    select(at(Math.max(0, Math.min(range.top, rows - selected.length - 1)), active.column));
  };
  const addBelow = () => addRow(Math.min(activeCell.row + 1, node.tableRows.length));
  const fill = (filled: CellRange) => edit("Fill cells of", (table) => fillDown(table, rowsIn(filled), filled));
  /** The action of a key other than moving; undefined for keys of the browser. */
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const isCommand = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (event.altKey) {
      if (event.key === "ArrowUp") return () => moveSelected(-1);
      if (event.key === "ArrowDown") return () => moveSelected(1);
      if (event.key === "Enter") return addBelow;
      return event.key === "Delete" || event.key === "Backspace" ? deleteSelected : undefined;
    }
    if (isCommand && letter === "d") return () => fill(range);
    if (isCommand && letter === "a") {
      return () => select({ anchor: { row: 0, column: 0 }, active: { row: rows - 1, column: columns - 1 } });
    }
    if (event.key === "Delete" || event.key === "Backspace")
      return () => edit("Clear cells of", (table) => clearCells(table, selected, range));
    if (event.key === "Enter" || event.key === "F2") return beginWithCell;
    return event.key.length === 1 && !isCommand ? () => begin(event.key) : undefined;
  };
  const keyDown = (event: KeyboardEvent) => {
    if (editing !== undefined || event.target !== box.current) return;
    if (!event.altKey && event.key !== "Enter" && move(event)) {
      event.preventDefault();
      return;
    }
    const action = readOnly ? undefined : actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  const clipboard = useClipboard({
    node,
    datasets,
    range,
    rows: selected,
    shownBelow: visible.length - range.top,
    readOnly,
    isBusy: editing !== undefined,
    edit,
    paste: (cells) => paste({ row: range.top, column: range.left }, cells),
  });
  const drag = useDrag({ selection, select, fill });

  const drawRow = (position: number, top?: number) => {
    const row = rowOf(position);
    const own = byRow.get(row);
    const { id } = node.tableRows[row] ?? node.defaultRows[0] ?? {};
    return (
      <TableRow
        key={node.tableRows[row]?.id ?? "default"}
        gridId={gridId}
        position={position}
        label={row < node.tableRows.length ? String(row + 1) : "Else"}
        cells={cellsOf(node, row, datasets)}
        inputs={node.inputColumns.length}
        top={top}
        selectedFrom={position >= range.top && position <= range.bottom ? range.left : undefined}
        selectedTo={range.right}
        active={position === active.row ? active.column : undefined}
        problems={own?.problems}
        level={own?.level}
        isMatched={lastRun?.matched.has(row) === true}
        missed={missedText(lastRun, row, node.inputColumns.length)}
        frozen={frozenLefts}
        tests={id === undefined ? undefined : counts.tests?.get(id)}
        executions={counts.executions && (counts.executions.counts.get(id ?? "") ?? null)}
        executionsInAll={counts.executions?.total ?? 0}
      />
    );
  };
  const input = editing !== undefined && (
    <div
      className="et-editing"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the rows around it.
      role="row"
      aria-rowindex={active.row + 2}
      style={{ top: active.row < visible.length ? active.row * rowHeight : 0, left, width }}
    >
      <CellInput
        key={`${active.row} ${active.column}`}
        label={cellLabel(node, activeCell.row, active.column, heads)}
        text={editing}
        side={sideOf(node, active.column)}
        values={values}
        commit={commit}
        cancel={endEditing}
      />
    </div>
  );
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      className="et-grid"
      aria-label={`Rows, ${hitPolicyLabel[node.hitPolicy].toLowerCase()}`}
      aria-rowcount={rows + 1}
      aria-colcount={columns + 1 + countWidths.length}
      aria-multiselectable="true"
      aria-readonly={readOnly}
      {...(rows === 0 ? {} : { "aria-activedescendant": `${gridId}-${active.row}-${active.column}` })}
      style={
        {
          "--et-executions": `${executionsWidth}px`,
          "--et-columns": `56px ${[...widths, ...countWidths].map((one) => `${one}px`).join(" ")}`,
        } as object
      }
      onKeyDown={keyDown}
      onDoubleClick={beginWithCell}
      {...clipboard}
      {...drag}
    >
      <ColumnHeads node={node} heads={heads} run={lastRun} counts={counts} findings={findings} frozen={frozenLefts} freeze={freeze} />
      <div className="et-body" role="presentation" style={{ height: visible.length * rowHeight }}>
        {visible.slice(first, past).map((_, place) => drawRow(first + place, (first + place) * rowHeight))}
        {active.row < visible.length && input}
        {!readOnly && editing === undefined && range.bottom < visible.length && (
          <span
            className="et-handle"
            aria-hidden="true"
            style={{ top: (range.bottom + 1) * rowHeight - 4, left: (lefts[range.right] ?? 0) + (widths[range.right] ?? 0) - 4 }}
          />
        )}
      </div>
      {node.defaultRows.length > 0 && (
        <div className="et-default" role="presentation">
          {drawRow(visible.length)}
          {active.row >= visible.length && input}
        </div>
      )}
    </div>
  );
}
