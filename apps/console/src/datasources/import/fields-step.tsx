import type { ColumnType } from "@airlock/contract";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import { useState } from "react";
import { counted, number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { misfit, typeChoices, typeLabels } from "./column-choice.ts";
import { NameField } from "./name-field.tsx";
import { sizeText } from "../../ui/format/size-text.ts";
import type { Wizard } from "./use-wizard.ts";

/** Step 2: which fields, and what each is read as; what would be rejected is told before. */
export function FieldsStep({ wizard }: { readonly wizard: Wizard }) {
  const { file, definition, columns, setColumns } = wizard;
  const [showRows, setShowRows] = useState(false);
  if (file === undefined || definition === undefined) return null;
  const selected = columns.filter((column) => column.selected).length;
  const change = (name: string, changes: { readonly selected?: boolean; readonly type?: ColumnType }) =>
    setColumns(columns.map((column) => (column.name === name ? { ...column, ...changes } : column)));
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
      <div className="ds-fields">
        <table aria-label="Fields">
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
              <th>First values</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, type, selected: on, firstValues }, at) => {
              const wrong = on ? misfit(definition, at, type) : undefined;
              return (
                <tr key={name} className={on ? "" : "is-off"}>
                  <td className="ds-tight">
                    <Checkbox
                      checked={on}
                      onChange={(event) => change(name, { selected: event.target.checked })}
                      slotProps={{ input: { "aria-label": name } }}
                    />
                  </td>
                  <td className="mono clip" title={name}>
                    {name}
                  </td>
                  <td>
                    <Select
                      size="small"
                      value={type}
                      onChange={(event) => change(name, { type: event.target.value })}
                      inputProps={{ "aria-label": `Type of ${name}` }}
                    >
                      {typeChoices.map(([value, label]) => (
                        <MenuItem key={value} value={value}>
                          {label}
                        </MenuItem>
                      ))}
                    </Select>
                  </td>
                  <td className="mono ds-values clip">
                    {wrong === undefined ? (
                      firstValues.join(" · ")
                    ) : (
                      <span className="ds-misfit">
                        <Icon name="warning" size={14} /> {`"${wrong.slice(0, 40)}" is no ${typeLabels[type]}`}
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className="ds-told">
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
      {showRows && (
        <div className="ds-fields ds-rows">
          <table aria-label="First rows">
            <thead>
              <tr>
                {columns.map(({ name }) => (
                  <th key={name} className="mono">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {definition.rows.slice(0, 10).map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows of a file are known by their place alone.
                <tr key={index}>
                  {columns.map(({ name }, at) => (
                    <td key={name} className="mono clip">
                      {row[at]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {definition.rows.length === 0 && (
        <p className="ds-warned" role="note">
          The file has {definition.header ? "a header and no rows" : "no rows"}. The datasource would have no records.
        </p>
      )}
      {definition.problems.length > 0 && (
        <div className="ds-warned" role="note">
          <b>
            {counted(definition.problems.length, "row")} of the first {number(definition.rowsLookedAt)} would be rejected
          </b>
          <ul>
            {definition.problems.slice(0, 5).map(({ row, column, sentence }) => (
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
