import {
  fieldReference,
  fieldTypes,
  hitPolicies,
  hitPolicyLabel,
  isNumberType,
  shownFormula,
  shownReferences,
  typeFormula,
  type DecisionTableNode,
  type FieldType,
  type Finding,
} from "@airlock/flow";
import { use, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { changeNode } from "../../../commands/change-node.ts";
import { editTable } from "../../../commands/edit-table.ts";
import { cellAt, columnCount, rangeOf, type CellPlace } from "../../../decision-table/cells.ts";
import { addDefaultRow, addInput, addOutput, insertRow } from "../../../decision-table/edit-table.ts";
import { excelRows, excelSheets } from "../../../decision-table/excel-cells.ts";
import { at, type GridSelection } from "../../../decision-table/grid-keys.ts";
import type { TableRun } from "../../../decision-table/table-run.ts";
import { fieldOf } from "../../../document/fields-of.ts";
import { formulaScope } from "../../../document/formula-scope.ts";
import { definitionOf } from "../../../document/flow-document.ts";
import { newId } from "../../../document/new-id.ts";
import { counted, nodeTitle } from "../../../document/titles.ts";
import { intentOf } from "../../../keys/key-map.ts";
import type { Cells } from "../../../cells/read-cells.ts";
import type { Refusal } from "../../../rules/refusal.ts";
import { UndoRedo } from "../../canvas/undo-redo.tsx";
import { useSurroundings } from "../../editor-context.ts";
import { TableCountsContext, type TableCounts } from "../../table-counts.ts";
import { Icon } from "../../icon.tsx";
import { keysHere } from "../../keys-here.ts";
import { ExcelFiles } from "../controls/excel-files.tsx";
import { FieldChoice } from "../controls/field-choice.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { Notes } from "../controls/notes.tsx";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { PasteCellsDialog, type PastedFile } from "./paste-cells-dialog.tsx";
import { TableGrid } from "./table-grid.tsx";

interface TableSheetProps {
  readonly node: DecisionTableNode;
  readonly findings: readonly Finding[];
  /** The values of the last run, if it reached the table. */
  readonly run: TableRun | undefined;
  readonly close: () => void;
}

/** A Decision Table over the diagram: the path above it stays in view, and Execute, Undo and Save keep working. */
export default function TableSheet({ node, findings, run: lastRun, close }: TableSheetProps) {
  const { editor, readOnly } = useSurroundings();
  const { document } = useFields();
  const run = useRun();
  const { of: countsOf, open: openCounts } = use(TableCountsContext);
  const counts = countsOf(node.id) ?? noCounts;
  useEffect(() => {
    openCounts?.(node.id);
    return () => openCounts?.(undefined);
  }, [openCounts, node.id]);
  const titleId = useId();
  const sheet = useRef<HTMLDialogElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  // The reason is about the table as it is: it disappears with the next change, also by undo.
  const [refused, setRefused] = useState<{ readonly refusal: Refusal; readonly of: DecisionTableNode }>();
  const [selection, setSelection] = useState<GridSelection>(at(0, 0));
  const [search, setSearch] = useState("");
  const [frozen, setFrozen] = useState(0);
  const [pasted, setPasted] = useState<{ readonly from: CellPlace; readonly cells: Cells; readonly file?: PastedFile }>();
  const datasets = definitionOf(document);
  const heads = useMemo(() => headsOf(node, datasets), [node, datasets]);
  const types = useMemo(() => typesOf(node, document), [node, document]);
  const text = search.trim().toLowerCase();
  const deferred = useDeferredValue(text);
  // A cleared search applies at once: a selected row is a position among the visible rows, and the next keystrokes go into it.
  const wanted = text === "" ? "" : deferred;
  // As in a spreadsheet, a filter is applied when its text changes: an edited row stays, and the rows below it keep their positions.
  const [filter, setFilter] = useState({ wanted: "", table: node });
  if (filter.wanted !== wanted) setFilter({ wanted, table: node });
  const hidden = useMemo(() => rowsWithout(filter.table, filter.wanted), [filter]);
  const visible = useMemo(() => [...node.tableRows.keys()].filter((row) => !hidden.has(node.tableRows[row]?.id)), [node, hidden]);
  const rows = visible.length + node.defaultRows.length;
  const held = within(selection, rows, columnCount(node));
  const range = rangeOf(held.anchor, held.active);
  const selected = (range.bottom - range.top + 1) * (range.right - range.left + 1);

  const show = (refusal: Refusal | undefined) => setRefused(refusal && { refusal, of: node });
  const edit = (name: string, change: (table: DecisionTableNode) => DecisionTableNode): Refusal | undefined => {
    const refusal = run(editTable(node.id, name, change));
    show(refusal);
    return refusal;
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.stopPropagation();
      close();
      return;
    }
    const intent = intentOf(event, true);
    if (event.defaultPrevented || event.target instanceof HTMLInputElement || (intent !== "undo" && intent !== "redo")) return;
    event.preventDefault();
    event.stopPropagation();
    if (intent === "undo") editor.undo();
    else editor.redo();
  };
  const showRow = (row: number) => {
    setSearch("");
    setSelection(at(row, 0));
  };
  const addRow = (row: number) => {
    if (edit("Add row to", (table) => insertRow(table, row, newId())) !== undefined) {
      // In the grid, the text that is meant for the new row would go into an existing one.
      alert.current?.focus();
      return;
    }
    showRow(row);
    // The next keystrokes go into its first cell.
    sheet.current?.querySelector<HTMLElement>(".et-grid")?.focus({ preventScroll: true });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, undo and redo from anywhere in it.
    <dialog ref={sheet} open className="et-sheet" aria-labelledby={titleId} onKeyDown={keyDown}>
      <header className="et-top">
        <h2 id={titleId}>{nodeTitle(node)}</h2>
        <span className="et-faint">{counted(node.tableRows.length, "row")}</span>
        <span className="et-space" />
        {lastRun !== undefined && <LastRun node={node} run={lastRun} show={showRow} />}
        <IconButton label="Close the table" icon="x" dense={false} press={close} />
      </header>
      <div className="et-tools">
        <fieldset className="et-policies" disabled={readOnly}>
          <legend>Hit policy</legend>
          {hitPolicies.map((policy) => (
            <label key={policy} className={policy === node.hitPolicy ? "is-chosen" : undefined}>
              <input
                type="radio"
                name={`${titleId}-policy`}
                checked={policy === node.hitPolicy}
                onChange={() => run(changeNode(node.id, "DecisionTable", { hitPolicy: policy }))}
              />
              {hitPolicyLabel[policy]}
            </label>
          ))}
        </fieldset>
        <UndoRedo />
        {!readOnly && (
          <>
            <FieldChoice
              quiet
              label="Add input column"
              source="Application"
              types={fieldTypes}
              value=""
              either
              empty="Add input…"
              adds
              onRefused={show}
              use={(key, source) => editTable(node.id, "Add column to", (table) => addInput(table, newId(), fieldReference(source, key)))}
            />
            <FieldChoice
              quiet
              label="Add output column"
              source="Runtime"
              types={node.hitPolicy === "sum" ? fieldTypes.filter(isNumberType) : fieldTypes}
              value=""
              empty="Add output…"
              adds
              onRefused={show}
              use={(key) => editTable(node.id, "Add column to", (table) => addOutput(table, newId(), key))}
            />
            {node.defaultRows.length === 0 && (
              <button
                type="button"
                className="ep-text-button"
                onClick={() => edit("Add default row to", (table) => addDefaultRow(table, newId()))}
              >
                Add default row
              </button>
            )}
          </>
        )}
        <span className="et-space" />
        <ExcelFiles
          title={node.label}
          readOnly={readOnly}
          write={() => excelSheets(node, heads, datasets)}
          read={(sheets, name) => {
            const read = excelRows(sheets, node, heads, datasets);
            if (!read.ok) return read.problem;
            setPasted({ from: { row: 0, column: 0 }, cells: read.cells, file: { name, notes: read.notes } });
            return undefined;
          }}
        />
        <input
          type="search"
          className="ep-input et-search"
          aria-label="Show rows with"
          placeholder="Show rows with…"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {!readOnly && (
          <button type="button" className="ep-text-button" onClick={() => addRow(node.tableRows.length)}>
            <Icon name="plus" size={14} /> Add row
          </button>
        )}
      </div>
      <p ref={alert} role="alert" tabIndex={-1} className="et-refused ep-help is-error">
        {refused?.of === node ? refused.refusal.reason : ""}
      </p>
      <div className="et-main">
        <TableGrid
          node={node}
          findings={findings}
          heads={heads}
          visible={visible}
          selection={held}
          select={setSelection}
          edit={edit}
          addRow={addRow}
          paste={(from, cells) => setPasted({ from, cells })}
          run={lastRun}
          counts={counts}
          frozen={frozen}
          freeze={setFrozen}
        />
        {findings.length > 0 && (
          // What scrolls must be reached by keys, also where there is no button in it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <aside className="et-findings" aria-label="Findings" tabIndex={0}>
            <Notes findings={findings.slice(0, maxNotes)} />
            {findings.length > maxNotes && <p className="et-faint">{findings.length - maxNotes} more</p>}
          </aside>
        )}
      </div>
      <footer className="et-foot">
        <span>
          {wanted === "" ? counted(node.tableRows.length, "row") : `${visible.length} of ${counted(node.tableRows.length, "row")}`}
        </span>
        <output>{selected > 1 ? `${selected} cells selected` : ""}</output>
        <span className="et-space" />
        <span>
          <kbd>F2</kbd> edit
        </span>
        <span>
          <kbd>{keysHere("Ctrl+D")}</kbd> fill down
        </span>
        <span>
          <kbd>{keysHere("Alt+↑↓")}</kbd> move row
        </span>
        <span>
          <kbd>{keysHere("Alt+Enter")}</kbd> add row
        </span>
      </footer>
      {pasted !== undefined && (
        <PasteCellsDialog {...pasted} node={node} visible={visible} heads={heads} types={types} close={() => setPasted(undefined)} />
      )}
    </dialog>
  );
}

const maxNotes = 30;
const noCounts: TableCounts = {};

function headsOf({ inputColumns, outputColumns }: DecisionTableNode, datasets: ReturnType<typeof definitionOf>): readonly string[] {
  const reference = shownReferences(datasets);
  return [
    ...inputColumns.map(({ formula }) => shownFormula(formula, reference).text),
    ...outputColumns.map(({ resultField }) => datasets.runtimeDatasetFields.find(({ key }) => key === resultField)?.name ?? ""),
  ];
}

function typesOf(node: DecisionTableNode, document: Parameters<typeof fieldOf>[0]): readonly (FieldType | undefined)[] {
  return [
    ...node.inputColumns.map(({ formula }) => {
      const typed = typeFormula(formula, formulaScope(document));
      return typed.ok ? typed.formula.type : undefined;
    }),
    ...node.outputColumns.map(({ resultField }) => fieldOf(document, "Runtime", resultField)?.type),
  ];
}

/** The ids of the rows without a cell that contains the text. Rows that are added later are not among them. */
function rowsWithout(node: DecisionTableNode, wanted: string): ReadonlySet<string | undefined> {
  if (wanted === "") return new Set();
  const columns = Array.from({ length: columnCount(node) }, (_, column) => column);
  const hasText = (row: number) => columns.some((column) => cellAt(node, { row, column }).toLowerCase().includes(wanted));
  return new Set(node.tableRows.flatMap(({ id }, row) => (hasText(row) ? [] : [id])));
}

/** Rows and columns may have been removed since. */
function within({ anchor, active }: GridSelection, rows: number, columns: number): GridSelection {
  const inside = ({ row, column }: GridSelection["active"]) => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  });
  return { anchor: inside(anchor), active: inside(active) };
}

interface LastRunProps {
  readonly node: DecisionTableNode;
  readonly run: TableRun;
  readonly show: (row: number) => void;
}

/** The row that counted, which a press brings into view. */
function LastRun({ node, run: { columns, matched }, show }: LastRunProps) {
  const [first, ...rest] = matched;
  const isUnknown = columns.slice(0, node.inputColumns.length).includes(undefined);
  if (first === undefined)
    return <span className="et-faint et-run">{isUnknown ? "Execute again to see which rows match" : "Last run matched no row"}</span>;
  return (
    <span className="et-faint et-run">
      Last run matched{" "}
      <button type="button" className="ep-text-button et-matched" onClick={() => show(first)}>
        {first === node.tableRows.length ? "the default row" : `row ${first + 1}`}
      </button>
      {rest.length > 0 && ` and ${counted(rest.length, "other row")}`}
    </span>
  );
}
