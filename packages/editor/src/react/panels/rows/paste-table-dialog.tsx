import type { ListScoreItem, RangeScoreItem } from "@airlock/flow";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import { useId, useMemo, useState } from "react";
import { pasteScoreTable, previewScoreTable } from "../../../commands/paste-score-table.ts";
import { newId } from "../../../document/new-id.ts";
import { counted } from "../../../document/titles.ts";
import { useSurroundings } from "../../editor-context.ts";
import "../../dialog.css";
import { Icon } from "../../icon.tsx";
import { useRun } from "../use-run.ts";
import { focusWhenShown } from "../../focus-when-shown.ts";

interface PasteTableDialogProps {
  readonly node: string;
  readonly list: "ranges" | "values";
  readonly text: string;
  readonly change: (text: string) => void;
  readonly close: () => void;
}

/** Lines of the preview that are drawn; all are counted. */
const previewed = 200;

/** A table of a spreadsheet, with what each line becomes and which cannot be read, before anything changes. */
export function PasteTableDialog({ node: nodeId, list, text, change, close }: PasteTableDialogProps) {
  const { editor } = useSurroundings();
  const run = useRun();
  const [mode, setMode] = useState<"replace" | "append">("replace");
  const [refused, setRefused] = useState<string>();
  const titleId = useId();
  const textId = useId();
  const helpId = useId();
  const { document } = editor.state;
  const node = document.nodes.get(nodeId);
  const preview = useMemo(
    () => (node === undefined || text.trim() === "" ? undefined : previewScoreTable(document, node, list, text, newId)),
    [document, node, list, text],
  );
  const lines = preview?.ok === true ? preview.rows : [];
  const readable = lines.filter((line) => line.problem === undefined).length;
  const problem = refused ?? (preview?.ok === false ? preview.problem : undefined);
  const what = list === "ranges" ? "band" : "value";
  const paste = () => {
    const reason = run(pasteScoreTable(nodeId, { text, newId, mode, unreadable: "leaveOut" }));
    if (reason === undefined) close();
    else setRefused(reason.reason);
  };
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} slotProps={{ paper: { sx: { width: 680, maxWidth: "calc(100% - 48px)" } } }}>
      <header className="editor-dialog-head">
        <h2 id={titleId}>Paste table</h2>
      </header>
      <div className="editor-dialog-body">
        <div className="ep-field">
          <label htmlFor={textId}>Rows from a spreadsheet or a CSV file</label>
          <textarea
            id={textId}
            className="ep-input is-area mono"
            rows={4}
            ref={focusWhenShown}
            spellCheck={false}
            aria-describedby={helpId}
            value={text}
            onChange={(event) => {
              setRefused(undefined);
              change(event.target.value);
            }}
          />
          <output id={helpId} className={problem === undefined ? "ep-help" : "ep-help is-error"}>
            {problem ??
              (list === "ranges"
                ? "Columns: from, to, points, reason code; or the band in one column, like [540, 600)."
                : "Columns: value, points, reason code.")}
          </output>
        </div>
        {lines.length > 0 && (
          <div className="ep-preview">
            <table aria-label="What the table becomes">
              <thead>
                <tr>
                  <th>Line</th>
                  <th>{list === "ranges" ? "Band" : "Value"}</th>
                  <th>Points</th>
                  <th>Reason</th>
                </tr>
              </thead>
              <tbody>
                {lines.slice(0, previewed).map((line) => (
                  <tr key={line.line} className={line.problem === undefined ? undefined : "is-wrong"}>
                    <td>{line.line}</td>
                    {line.row === undefined ? (
                      <td colSpan={3}>
                        <span className="ep-wrong">
                          <Icon name="error" size={14} />
                          <span>
                            <span className="mono">{line.cells.join("  ")}</span>: {line.problem}
                          </span>
                        </span>
                      </td>
                    ) : (
                      <>
                        <td className="mono">{shown(line.row)}</td>
                        <td className="mono">{line.row.score}</td>
                        <td className="mono">{line.row.reasonCode}</td>
                      </>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <fieldset className="ep-radios">
          <legend className="sr">Where the rows go</legend>
          <label>
            <input type="radio" name={`${titleId}-mode`} checked={mode === "replace"} onChange={() => setMode("replace")} />
            Replace the {what}s
          </label>
          <label>
            <input type="radio" name={`${titleId}-mode`} checked={mode === "append"} onChange={() => setMode("append")} />
            Add below them
          </label>
        </fieldset>
      </div>
      <footer className="editor-dialog-foot">
        {readable < lines.length && (
          <span className="editor-dialog-hint">{counted(lines.length - readable, "line")} cannot be read and will be left out.</span>
        )}
        <Button color="inherit" variant="text" onClick={close}>
          Cancel
        </Button>
        <Button variant="contained" disabled={readable === 0} onClick={paste}>
          {readable === 0 ? "Paste" : `Paste ${counted(readable, what)}`}
        </Button>
      </footer>
    </Dialog>
  );
}

function shown(row: RangeScoreItem | ListScoreItem): string {
  if ("value" in row) return row.value;
  return `${row.rangeFromIncludeExclude}${row.rangeFrom || "-∞"}, ${row.rangeTo || "∞"}${row.rangeToIncludeExclude}`;
}
