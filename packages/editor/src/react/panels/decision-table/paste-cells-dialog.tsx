import { readCell, readOutput, type DecisionTableNode, type FieldType } from "@airlock/flow";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import { useId, useState } from "react";
import { editTable } from "../../../commands/edit-table.ts";
import { sideOf, storedCell, type CellPlace } from "../../../decision-table/cells.ts";
import { pasteCells, pastedCells, pasteRows } from "../../../decision-table/edit-table.ts";
import { definitionOf } from "../../../document/flow-document.ts";
import { newId } from "../../../document/new-id.ts";
import { counted } from "../../../document/titles.ts";
import type { Cells } from "../../../cells/read-cells.ts";
import type { Refusal } from "../../../rules/refusal.ts";
import { useSurroundings } from "../../editor-context.ts";
import "../../dialog.css";
import { useRun } from "../use-run.ts";

interface PasteCellsDialogProps {
  readonly node: DecisionTableNode;
  readonly heads: readonly string[];
  readonly types: readonly (FieldType | undefined)[];
  /** The rows that are shown, by their index in the table. */
  readonly visible: readonly number[];
  /** Where the first cell is pasted, by its position among the shown rows. */
  readonly from: CellPlace;
  readonly cells: Cells;
  /** If the cells are all rows of a file: they replace those of the table. */
  readonly file?: PastedFile | undefined;
  readonly close: () => void;
}

export interface PastedFile {
  readonly name: string;
  /** What the file and the table do not have in common. */
  readonly notes: readonly string[];
}

/** Rows of the preview that are drawn; all are counted. */
const previewed = 100;

/** A preview of pasted cells, including invalid ones, before anything changes. */
export function PasteCellsDialog({ node, heads, types, visible, from, cells, file, close }: PasteCellsDialogProps) {
  const { editor } = useSurroundings();
  const run = useRun();
  const titleId = useId();
  const datasets = definitionOf(editor.state.document);
  const typed = cells.map((line) => line.map((text) => storedCell(text, datasets)));
  const [refused, setRefused] = useState<Refusal>();
  const shown = file === undefined ? visible : [...node.tableRows.keys()];
  const rows = pasteRows(node, shown, from.row, cells.length);
  const written = pastedCells(node, rows, from.column, typed);
  const wrong = written.filter((cell) => problemOf(node, types, cell.column, cell.text) !== undefined);
  const lines = Map.groupBy(written, (cell) => cell.row);
  const columns = [...new Set(written.map((cell) => cell.column))].toSorted((one, other) => one - other);
  const removed = file === undefined ? 0 : Math.max(0, node.tableRows.length - cells.length);
  const paste = () => {
    const shortened = (table: DecisionTableNode): DecisionTableNode =>
      file === undefined ? table : { ...table, tableRows: table.tableRows.slice(0, cells.length) };
    const name = file === undefined ? "Paste into" : "Import rows of";
    const reason = run(editTable(node.id, name, (table) => pasteCells(shortened(table), rows, from.column, typed, newId)));
    if (reason === undefined) close();
    else setRefused(reason);
  };
  const notes = [
    wrong.length === 0 ? "All cells can be read." : `${counted(wrong.length, "cell")} cannot be read and will be marked.`,
    ...(rows.added > 0 ? [`${counted(rows.added, "row")} will be added.`] : []),
    ...(removed > 0 ? [`${counted(removed, "row")} will be deleted.`] : []),
    ...(file?.notes ?? []),
  ];
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} slotProps={{ paper: { sx: { width: 760, maxWidth: "calc(100% - 48px)" } } }}>
      <header className="editor-dialog-head">
        <h2 id={titleId}>
          {file === undefined ? `Paste ${counted(written.length, "cell")}` : `Import ${counted(cells.length, "row")} from ${file.name}`}
        </h2>
      </header>
      <div className="editor-dialog-body">
        <div className="ep-preview">
          <table aria-label="Preview of the cells">
            <thead>
              <tr>
                <th>Row</th>
                {columns.map((one) => (
                  <th key={one}>{sideOf(node, one) === "reason" ? "Reason code" : heads[one]}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...lines].slice(0, previewed).map(([line, list]) => (
                <tr key={line}>
                  <td>{line < node.tableRows.length + rows.added ? line + 1 : "Else"}</td>
                  {columns.map((one) => {
                    const text = list.find((cell) => cell.column === one)?.text;
                    const problem = text === undefined ? undefined : problemOf(node, types, one, text);
                    return (
                      <td key={one} className={problem === undefined ? "mono" : "mono is-wrong"} title={problem}>
                        {text}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <output className={wrong.length === 0 && refused === undefined ? "ep-help" : "ep-help is-error"}>
          {refused === undefined ? notes.join(" ") : refused.reason}
        </output>
      </div>
      <footer className="editor-dialog-foot">
        <Button color="inherit" variant="text" onClick={close}>
          Cancel
        </Button>
        <Button variant="contained" onClick={paste}>
          {file === undefined ? "Paste" : "Import"}
        </Button>
      </footer>
    </Dialog>
  );
}

function problemOf(node: DecisionTableNode, types: readonly (FieldType | undefined)[], column: number, text: string): string | undefined {
  const type = types[column];
  if (type === undefined) return undefined;
  if (sideOf(node, column) === "input") {
    const read = readCell(text, type);
    return read.ok ? undefined : read.problem.message;
  }
  const read = readOutput(text, type);
  return read.kind === "problem" ? read.problem.message : undefined;
}
