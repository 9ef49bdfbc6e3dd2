import type { Imported, Level, ReportEntry } from "@airlock/interchange";
import type { Definition, FlowNode } from "@airlock/flow";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import { tellRefusal } from "../../api/tell-problem.ts";
import { KindIcon } from "../../parts/diagram/kind-icon.tsx";
import { useSubmission } from "../../parts/forms/use-submission.ts";
import { downloadText } from "../../parts/list-page/csv.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { counted, number } from "../../ui/format/numbers.ts";
import { sizeText } from "../../ui/format/size-text.ts";
import { Icon, type IconName } from "../../ui/icons/icon.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { FlowThumbnail } from "../flow-thumbnail.tsx";
import { consequence, countsByKind, entriesOf, levelLabels, reportCsv, summary } from "./report-parts.ts";
import "./import-report-dialog.css";

interface ImportReportDialogProps {
  readonly file: { readonly name: string; readonly size: number };
  readonly imported: Imported;
  /** Resolves when it was created. */
  readonly create: (body: { name: string; description: string; definition: Definition }) => Promise<void>;
  readonly onClose: () => void;
}

const levels: readonly Level[] = ["converted", "approximated", "leftOut"];
const icons: Readonly<Record<Level, IconName>> = { converted: "success", approximated: "warning", leftOut: "x" };

/** How a file of another product was converted, before a solution is created from it. */
export function ImportReportDialog({ file, imported, create, onClose }: ImportReportDialogProps) {
  const [name, setName] = useState(imported.name);
  const messages = useMessages();
  const [problem, setProblem] = useState<string>();
  const submission = useSubmission((error) => tellRefusal(messages, error, setProblem));
  const submit = () => {
    if (name.trim() === "") return;
    void submission.submit(async () => {
      setProblem(undefined);
      const description = `Imported from ${file.name} (${imported.format}): ${summary(imported)}.`;
      await create({ name: name.trim(), description, definition: imported.definition });
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Import report"
      subtitle={`${file.name}, ${imported.format}, ${sizeText(file.size)}`}
      width={1040}
      hint="Nothing is saved yet."
      onSubmit={submit}
      submitLabel="Create solution"
      canSubmit={name.trim() !== "" && !submission.isSending}
      problem={problem}
      moreActions={
        <Button
          color="inherit"
          variant="outlined"
          startIcon={<Icon name="download" size={16} />}
          onClick={() => downloadText(`${imported.name}-import-report.csv`, reportCsv(imported))}
        >
          Download report
        </Button>
      }
      formClass="import-report"
    >
      <ul className="import-counts" aria-label="Summary">
        {levels.map((level) => (
          <Count key={level} level={level} entries={entriesOf(imported, level)} />
        ))}
        <li className="import-result">
          <b>Result</b>
          <span>{resultText(imported)}</span>
        </li>
      </ul>
      <div className="import-columns">
        <div className="import-sections">
          <Entries level="leftOut" imported={imported} />
          <Entries level="approximated" imported={imported} />
          <Converted imported={imported} />
        </div>
        <aside className="import-aside" aria-label="New solution">
          <TextField
            label="Name"
            required
            value={name}
            error={name.trim() === ""}
            helperText={name.trim() === "" ? "Enter a name" : undefined}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
          />
          <div className="import-drawing">
            <FlowThumbnail definition={imported.definition} />
          </div>
          <FieldList title="Callers send" fields={imported.inputs} />
          <FieldList title="Responses have" fields={imported.results} />
        </aside>
      </div>
    </FormDialog>
  );
}

function resultText({ canRun, definition }: Imported): string {
  const nodes = counted(definition.solutionDefinition.nodes.length, "node");
  return canRun ? `${nodes}. It can be executed as it is.` : `${nodes}. Fix its errors in the editor before you execute it.`;
}

function Count({ level, entries }: { readonly level: Level; readonly entries: readonly ReportEntry[] }) {
  return (
    <li className={`import-count ${level}`}>
      <span>
        <Icon name={icons[level]} size={18} />
        <b>{number(entries.length)}</b> {levelLabels[level].toLowerCase()}
      </span>
      {entries.length > 0 && <small>{consequence(level, entries)}</small>}
    </li>
  );
}

/** More rows than anyone reads here; all of them are in the downloaded report. */
const maxShown = 100;

function Entries({ level, imported }: { readonly level: "leftOut" | "approximated"; readonly imported: Imported }) {
  const entries = entriesOf(imported, level);
  const headId = useId();
  if (entries.length === 0) return null;
  return (
    <section className={`framed import-section ${level}`} aria-labelledby={headId}>
      <h3 id={headId}>
        <Icon name={icons[level]} size={18} />
        {levelLabels[level]} <span className="import-number">{number(entries.length)}</span>
      </h3>
      <EntryTable
        entries={entries}
        textTitle={level === "leftOut" ? "Why" : "Became"}
        nodes={imported.definition.solutionDefinition.nodes}
      />
    </section>
  );
}

interface EntryTableProps {
  readonly entries: readonly ReportEntry[];
  readonly textTitle: string;
  readonly nodes: readonly FlowNode[];
}

function EntryTable({ entries, textTitle, nodes }: EntryTableProps) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const hasNodes = entries.some(({ nodeId }) => nodeId !== undefined);
  return (
    <>
      <table className="plain-table fixed-columns size-13">
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">{textTitle}</th>
            {hasNodes && <th scope="col">Node</th>}
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, maxShown).map((entry, index) => (
            <tr key={index}>
              <td>
                {entry.source !== "" && <code>{entry.source}</code>}
                <small>{entry.where}</small>
              </td>
              <td>
                {entry.text}
                {entry.changesResults === true && <small className="import-changes">Can change results</small>}
              </td>
              {hasNodes && (
                <td>
                  <NodeName node={byId.get(entry.nodeId ?? "")} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > maxShown && <p className="import-more">{number(entries.length - maxShown)} more are in the downloaded report.</p>}
    </>
  );
}

function NodeName({ node }: { readonly node: FlowNode | undefined }) {
  if (node === undefined) return null;
  return (
    <span className="row strong import-node">
      <KindIcon kind={node.type} size={16} />
      {node.label}
    </span>
  );
}

function Converted({ imported }: { readonly imported: Imported }) {
  const [isOpen, setOpen] = useState(false);
  const entries = entriesOf(imported, "converted");
  const headId = useId();
  return (
    <section className="framed import-section converted" aria-labelledby={headId}>
      <h3 id={headId}>
        <Icon name={icons.converted} size={18} />
        {levelLabels.converted} <span className="import-number">{number(entries.length)}</span>
        {entries.length > 0 && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Show counts" : "Show all"}
          </Button>
        )}
      </h3>
      {isOpen ? (
        <EntryTable entries={entries} textTitle="Became" nodes={imported.definition.solutionDefinition.nodes} />
      ) : (
        <ul className="import-kinds">
          {countsByKind(entries).map(({ kind, text }) => (
            <li key={kind}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FieldList({ title, fields }: { readonly title: string; readonly fields: Imported["inputs"] }) {
  if (fields.length === 0) return null;
  return (
    <section className="import-fields">
      <h3>{title}</h3>
      <ul>
        {fields.map(({ original, field }) => (
          <li key={original}>
            <code>{field}</code>
            {field !== original && <small>{original}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
