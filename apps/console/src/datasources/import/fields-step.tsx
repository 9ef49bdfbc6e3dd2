import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { counted, number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { isUsed, withProposal, type ChosenColumn } from "./column-choice.ts";
import { FieldRow } from "./field-row.tsx";
import { NameField } from "./name-field.tsx";
import { sizeText } from "../../ui/format/size-text.ts";
import { RowsTable } from "../rows-table.tsx";
import type { Wizard } from "./use-wizard.ts";

/** Step 2: which fields to import and the type of each. Shows the rows that would be rejected before the import starts. */
export function FieldsStep({ wizard }: { readonly wizard: Wizard }) {
  const { file, definition, columns, setColumns } = wizard;
  const [showRows, setShowRows] = useState(false);
  if (file === undefined || definition === undefined) return null;
  const selected = columns.filter((column) => column.selected).length;
  const change = (changed: ChosenColumn) => setColumns(columns.map((column) => (column.name === changed.name ? changed : column)));
  const proposed = columns.filter((column) => column.selected && column.proposal !== null && !isUsed(column)).length;
  const { problems, rejectedRows, rowsLookedAt, isBehind } = wizard.rejections;
  const selectAll = (on: boolean) => setColumns(columns.map((column) => ({ ...column, selected: on })));
  return (
    <>
      <div className="ds-source">
        <Icon name="bucket" />
        <span className="muted">{file.bucket.name}</span>
        <Icon name="right" size={14} />
        <span className="mono clip grow">{file.name}</span>
        <span className="faint">{sizeText(file.length)}</span>
        <Button size="small" onClick={wizard.back}>
          Change
        </Button>
      </div>
      <NameField wizard={wizard} />
      {proposed > 1 && (
        <p className="ds-proposed">
          {counted(proposed, "field")} can be read in another format
          <Button size="small" onClick={() => setColumns(columns.map((column) => (column.selected ? withProposal(column) : column)))}>
            Use all proposals
          </Button>
        </p>
      )}
      <div className="ds-fields">
        <table className="data-table sticky-head" aria-label="Fields">
          <thead>
            <tr>
              <th className="ds-tight">
                <Checkbox
                  checked={selected === columns.length}
                  indeterminate={selected > 0 && selected < columns.length}
                  onChange={(event) => selectAll(event.target.checked)}
                  slotProps={{ input: { "aria-label": "Select all fields" } }}
                />
              </th>
              <th className="ds-field">Field</th>
              <th className="ds-type">Type</th>
              {definition.format === "csv" && <th className="ds-format">Format</th>}
              <th>First values</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, at) => (
              <FieldRow key={column.name} definition={definition} at={at} column={column} onChange={change} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="ds-file-facts">
        <span className="muted">
          {[
            ...(definition.format === "parquet" ? ["Parquet"] : [definition.encoding, delimiterText(definition.delimiter)]),
            definition.compression === "gzip" ? "gzip" : "",
            definition.header ? "" : "no header",
          ]
            .filter((part) => part !== "")
            .join(", ")}
        </span>
        <Button size="small" aria-expanded={showRows} onClick={() => setShowRows(!showRows)}>
          {showRows ? "Hide first rows" : "Show first rows"}
        </Button>
      </div>
      {definition.format === "csv" && (
        <TextField
          label="Texts that mean missing"
          value={wizard.missing}
          onChange={(event) => wizard.setMissing(event.target.value)}
          placeholder="unknown, ?"
          helperText="In every field, separated by commas. An empty cell is always missing; so are NA, null and - where a number is expected."
          slotProps={{ inputLabel: { shrink: true } }}
        />
      )}
      {showRows && <RowsTable names={columns.map(({ name }) => name)} rows={definition.rows.slice(0, 10)} />}
      {definition.rows.length === 0 && (
        <p className="ds-warned" role="note">
          The file has {definition.header ? "a header and no rows" : "no rows"}. The datasource would have no records.
        </p>
      )}
      {rejectedRows > 0 && (
        <div className="ds-warned" role="note" aria-busy={isBehind}>
          <b>
            {counted(rejectedRows, "row")} of the first {number(rowsLookedAt)} would be rejected
          </b>
          <ul>
            {problems.slice(0, 5).map(({ row, column, sentence }) => (
              <li key={row}>
                Row {number(row)}
                {column === "" ? " " : `, ${column}: `}
                {sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const delimiterNames: Readonly<Record<string, string>> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };

function delimiterText(delimiter: string): string {
  return `separated by ${delimiterNames[delimiter] ?? delimiter}`;
}
