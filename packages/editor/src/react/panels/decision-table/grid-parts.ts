import type { Datasets, DecisionTableNode, Finding, TableRow } from "@airlock/flow";
import { cellAt, columnCount, shownCell, sideOf } from "../../../decision-table/cells.ts";
import type { ColumnValue, TableRun } from "../../../decision-table/table-run.ts";
import { rowHeight } from "./use-window.ts";

export interface RowFindings {
  /** By column. */
  readonly problems: ReadonlyMap<number, string>;
  readonly level: "error" | "warning";
}

/** By the index of the row; the default row comes after the last. */
export function findingsByRow(findings: readonly Finding[], { tableRows }: DecisionTableNode): ReadonlyMap<number, RowFindings> {
  const rows = new Map<number, { readonly problems: Map<number, string>; level: "error" | "warning" }>();
  for (const { property, item, column, level, message } of findings) {
    if (level === "info" || item === undefined || (property !== "tableRows" && property !== "defaultRows")) continue;
    const place = property === "tableRows" ? item : tableRows.length + item;
    const row = rows.get(place) ?? { problems: new Map<number, string>(), level };
    if (level === "error") row.level = "error";
    if (column !== undefined) row.problems.set(column, message);
    rows.set(place, row);
  }
  return rows;
}

const gutter = 56;
const [narrowest, widest, letter] = [96, 260, 8.2];
/** The number of rows that are measured: later ones are rarely longer, and a table may have thousands. */
const measured = 60;

/** By the head, its value in the last run, and the longest cell of the first rows. */
export function columnWidths(node: DecisionTableNode, heads: readonly string[], run?: TableRun): readonly number[] {
  return Array.from({ length: columnCount(node) }, (_, column) => {
    const cells = node.tableRows.slice(0, measured).map((__, row) => cellAt(node, { row, column }).length);
    return Math.round(
      Math.min(
        widest,
        Math.max(
          narrowest,
          Math.max((heads[column] ?? "Reason code").length + 3, lastText(run?.columns[column]).length + 7, ...cells) * letter + 24,
        ),
      ),
    );
  });
}

/** The value of a column in a run, as shown in its head. */
export function lastText(known: ColumnValue | undefined): string {
  if (known === undefined) return "";
  return known.value === undefined ? "missing" : known.value === "" ? '""' : String(known.value);
}

/** Where each column begins. */
export function offsets(widths: readonly number[]): readonly number[] {
  let left = gutter;
  return widths.map((width) => (left += width) - width);
}

interface Shown {
  readonly columns: number;
  readonly fields: unknown;
  readonly cells: readonly string[];
}
const shownRows = new WeakMap<TableRow, Shown>();

/** The texts of a row: the very same list while the row, its columns and the fields are the same, so that it need not be drawn again. */
export function cellsOf(node: DecisionTableNode, row: number, datasets: Datasets): readonly string[] {
  const found = row < node.tableRows.length ? node.tableRows[row] : node.defaultRows[row - node.tableRows.length];
  const columns = columnCount(node);
  const fields = datasets.runtimeDatasetFields;
  const known = found && shownRows.get(found);
  if (known !== undefined && known.columns === columns && known.fields === fields) return known.cells;
  const cells = Array.from({ length: columns }, (_, column) => shownCell(cellAt(node, { row, column }), datasets));
  if (found !== undefined) shownRows.set(found, { columns, fields, cells });
  return cells;
}

/** "Row 3, bureau_score" for the input of a cell. */
export function cellLabel(node: DecisionTableNode, row: number, column: number, heads: readonly string[]): string {
  const name = sideOf(node, column) === "reason" ? "reason code" : (heads[column] ?? "");
  return `${row < node.tableRows.length ? `Row ${row + 1}` : "Default row"}, ${name}`;
}

/** The columns that count lie over the others, except on narrow screens. */
function countsWidth(box: HTMLElement): number {
  const heads = [...box.querySelectorAll<HTMLElement>(".et-count-head")].filter((head) => getComputedStyle(head).position === "sticky");
  return heads.reduce((sum, head) => sum + head.offsetWidth, 0);
}

/** Scrolls a cell into view: below the heads, above the default row, right of the columns that are frozen. */
export function showCell(box: HTMLElement | null, position: number, left: number, width: number, covered: number): void {
  if (box === null) return;
  const head = box.querySelector<HTMLElement>(".et-heads")?.offsetHeight ?? 0;
  const foot = box.querySelector<HTMLElement>(".et-default")?.offsetHeight ?? 0;
  const top = position * rowHeight;
  const room = box.clientHeight - head - foot;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + room) box.scrollTop = top + rowHeight - room;
  if (left < covered) return;
  if (left - covered < box.scrollLeft) box.scrollLeft = left - covered;
  else if (left + width > box.scrollLeft + box.clientWidth - countsWidth(box)) {
    box.scrollLeft = left + width - box.clientWidth + countsWidth(box);
  }
}

/** The input columns whose cells do not match the value of the run, joined to a text, so that equal rows are not rendered again. */
export function missedText(run: TableRun | undefined, row: number, inputs: number): string {
  if (run === undefined || run.matched.has(row)) return "";
  return Array.from({ length: inputs }, (_, column) => column)
    .filter((column) => run.isMissed(row, column))
    .join(" ");
}
