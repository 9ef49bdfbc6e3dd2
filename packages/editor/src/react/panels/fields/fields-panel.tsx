import type { DatasetField, FieldSource, FieldType, Finding, TestCase } from "@airlock/flow";
import { useEffect, useId, useRef, useState } from "react";
import { combine } from "../../../commands/combine.ts";
import { addField, deleteField, retypeField } from "../../../commands/fields.ts";
import { newId } from "../../../document/new-id.ts";
import { excelFields, fieldSheet, type ExcelField } from "../../../fields/excel-fields.ts";
import { fieldUses, type FieldPlaceUse } from "../../../fields/field-uses.ts";
import { retypeBreaks } from "../../../fields/retype-breaks.ts";
import { counted } from "../../../document/titles.ts";
import { casesWith } from "../../../test-cases/test-case.ts";
import { backToDiagram } from "../../back-to-diagram.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import "../panels.css";
import { isElsewhere } from "../is-elsewhere.ts";
import { fieldsPlace, peekPlace, takePlace, watchPlace } from "../place-wanted.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { ExcelFiles } from "../controls/excel-files.tsx";
import { DeleteFieldDialog } from "./delete-field-dialog.tsx";
import { FieldRow } from "./field-row.tsx";
import { ImportFieldsDialog } from "./import-fields-dialog.tsx";
import { NewFieldRow } from "./new-field-row.tsx";
import { RetypeDialog } from "./retype-dialog.tsx";

interface FieldsPanelProps {
  readonly origin: "application" | "runtime";
  readonly findings?: readonly Finding[];
  /** A field to bring into view, by key. */
  readonly show?: string | undefined;
  /** The name of the live version: a renamed field reaches its callers with the next release, and the panel says so. */
  readonly serving?: string | undefined;
  /** Called when a use of a field was selected, so that its properties can be shown. */
  readonly onOpenProperties?: (() => void) | undefined;
}

/** More fields than this can be searched. */
const searchableFrom = 12;

type Confirmation =
  | {
      readonly what: "delete";
      readonly field: DatasetField;
      readonly uses: readonly FieldPlaceUse[];
      readonly cases: readonly TestCase[];
    }
  | { readonly what: "import"; readonly fileName: string; readonly rows: readonly ExcelField[] }
  | { readonly what: "retype"; readonly field: DatasetField; readonly type: FieldType; readonly breaks: readonly Finding[] };

/** The data fields of one origin: a table to add to, rename in, and delete from. */
export function FieldsPanel({ origin, findings = [], show, serving, onOpenProperties }: FieldsPanelProps) {
  const source: FieldSource = origin === "application" ? "Application" : "Runtime";
  const { editor, readOnly } = useSurroundings();
  const { application, runtime } = useFields();
  const fields = source === "Application" ? application : runtime;
  const run = useRun();
  const [search, setSearch] = useState("");
  const [isAdding, setAdding] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const table = useRef<HTMLTableElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (show === undefined) return;
    const row = table.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(show)}"]`);
    row?.scrollIntoView({ block: "nearest" });
    row?.querySelector<HTMLElement>("button, select")?.focus();
  }, [show]);

  useEffect(() => {
    const start = () => {
      if (peekPlace(editor) !== fieldsPlace(origin)) return;
      takePlace(editor);
      (addButton.current ?? table.current?.querySelector<HTMLElement>("button"))?.focus();
    };
    start();
    return watchPlace(editor, start);
  }, [editor, origin]);

  const wanted = search.trim().toLowerCase();
  const shown = wanted === "" ? fields : fields.filter((field) => field.name.toLowerCase().includes(wanted));
  const remove = (field: DatasetField) => {
    const { document } = editor.state;
    const uses = fieldUses(document, source, field.key);
    const cases = casesWith(document.testCases, source, field.name);
    if (uses.length > 0 || cases.length > 0) return setConfirmation({ what: "delete", field, uses, cases });
    run(deleteField(source, field.key));
    addButton.current?.focus();
  };
  const retype = (field: DatasetField, type: FieldType) => {
    const breaks = retypeBreaks(editor.state.document, source, field.key, type);
    if (breaks.length > 0) setConfirmation({ what: "retype", field, type, breaks });
    else run(retypeField(source, field.key, type));
  };
  const addAll = (rows: readonly ExcelField[]) => {
    const commands = rows.flatMap(({ field }) => (field === undefined ? [] : [addField(source, { key: newId(), ...field })]));
    run(combine(`Add ${counted(commands.length, `${source.toLowerCase()} field`)}`, commands));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, which none of its controls uses, leaves the panel.
    <section className="ep-panel ep-fields" aria-labelledby={titleId} onKeyDown={(event) => !isElsewhere(event) && backToDiagram(event)}>
      <div className="ep-fields-head">
        <h2 id={titleId} className="sr">
          {source} data fields
        </h2>
        {fields.length >= searchableFrom || search !== "" ? (
          <span className="ep-search">
            <Icon name="search" size={16} />
            <input
              type="search"
              className="ep-input"
              aria-label={`Find among ${counted(fields.length, "field")}`}
              placeholder={`Find among ${counted(fields.length, "field")}`}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </span>
        ) : (
          <span className="ep-grow">{counted(fields.length, "field")}</span>
        )}
        <ExcelFiles
          title={`${source} fields`}
          readOnly={readOnly}
          write={() => [fieldSheet(source, fields)]}
          read={(sheets, fileName) => {
            const rows = excelFields(sheets, source, fields);
            if (rows === undefined) return "No sheet has a column Name in its first row.";
            if (rows.every(({ field }) => field === undefined)) return "It has no fields that are not here already.";
            setConfirmation({ what: "import", fileName, rows });
            return undefined;
          }}
        />
        {!readOnly && (
          <button ref={addButton} type="button" className="ep-text-button" onClick={() => setAdding(true)}>
            <Icon name="plus" size={14} />
            Add field
          </button>
        )}
      </div>
      {fields.length === 0 && !isAdding ? (
        <p className="ep-nothing">
          {source === "Application"
            ? "No application data fields yet. They are what a caller sends with each decision."
            : "No runtime data fields yet. They are what the decision computes and returns."}
        </p>
      ) : (
        <table ref={table} className="ep-field-table" aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Field type</th>
              <th scope="col">Required</th>
              <th scope="col">
                <span className="sr">Delete</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <FieldRow
                key={field.key}
                source={source}
                field={field}
                findings={findings}
                serving={serving}
                onOpenProperties={onOpenProperties}
                remove={() => remove(field)}
                retype={(type) => retype(field, type)}
              />
            ))}
            {isAdding && (
              <NewFieldRow
                source={source}
                type={fields.at(-1)?.type ?? "String"}
                close={() => {
                  setAdding(false);
                  addButton.current?.focus();
                }}
              />
            )}
          </tbody>
        </table>
      )}
      {shown.length === 0 && fields.length > 0 && (
        <p className="ep-nothing">
          No field matches.{" "}
          <button type="button" className="ep-inline-button" onClick={() => setSearch("")}>
            Clear filter
          </button>
        </p>
      )}
      {confirmation?.what === "delete" && (
        <DeleteFieldDialog
          source={source}
          field={confirmation.field}
          uses={confirmation.uses}
          cases={confirmation.cases}
          onOpenProperties={onOpenProperties}
          close={() => setConfirmation(undefined)}
          confirm={() => {
            setConfirmation(undefined);
            run(deleteField(source, confirmation.field.key));
          }}
        />
      )}
      {confirmation?.what === "import" && (
        <ImportFieldsDialog
          fileName={confirmation.fileName}
          rows={confirmation.rows}
          close={() => setConfirmation(undefined)}
          confirm={() => {
            setConfirmation(undefined);
            addAll(confirmation.rows);
          }}
        />
      )}
      {confirmation?.what === "retype" && (
        <RetypeDialog
          source={source}
          field={confirmation.field}
          type={confirmation.type}
          breaks={confirmation.breaks}
          close={() => setConfirmation(undefined)}
          confirm={() => {
            setConfirmation(undefined);
            run(retypeField(source, confirmation.field.key, confirmation.type));
          }}
        />
      )}
    </section>
  );
}
