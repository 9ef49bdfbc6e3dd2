import type { FileDefinition } from "@airlock/contract";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { exampleText, formatFor, formatsOf } from "./cell-format.ts";
import { isUsed, misfit, typeChoices, typeLabels, withoutProposal, withProposal, type ChosenColumn } from "./column-choice.ts";

interface FieldRowProps {
  readonly definition: FileDefinition;
  /** Its index in the file. */
  readonly at: number;
  readonly column: ChosenColumn;
  readonly onChange: (column: ChosenColumn) => void;
}

/** A field of the file: whether it is imported, and how it is parsed. A proposal that would parse more values is shown below, with an example. */
export function FieldRow({ definition, at, column, onChange }: FieldRowProps) {
  const { name, type, format, selected, firstValues, proposal } = column;
  const wrong = selected && format === formatFor(type, ".") && column.missing.length === 0 ? misfit(definition, at, type) : undefined;
  return (
    <>
      <tr className={selected ? "" : "is-off"}>
        <td className="ds-tight">
          <Checkbox
            checked={selected}
            onChange={(event) => onChange({ ...column, selected: event.target.checked })}
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
            onChange={({ target }) => onChange({ ...column, type: target.value, format: formatFor(target.value, format) })}
            inputProps={{ "aria-label": `Type of ${name}` }}
          >
            {typeChoices.map(([value, label]) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </Select>
        </td>
        {definition.format === "csv" && (
          <td>
            <Select
              size="small"
              value={format}
              displayEmpty
              onChange={({ target }) => onChange({ ...column, format: formatFor(type, target.value) })}
              inputProps={{ "aria-label": `Format of ${name}` }}
            >
              {formatsOf(type).map(([value, label]) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </Select>
          </td>
        )}
        <td className="mono ds-values clip">
          {wrong === undefined ? (
            firstValues.join(" · ")
          ) : (
            <span className="inline-row warning-text">
              <Icon name="warning" size={14} /> {`"${wrong.slice(0, 40)}" is no ${typeLabels[type]}`}
            </span>
          )}
        </td>
      </tr>
      {selected && proposal !== null && (
        <tr className="ds-proposal">
          <td colSpan={definition.format === "csv" ? 5 : 4}>
            <span>
              {isUsed(column) ? (
                <>Reads {exampleText(proposal)}</>
              ) : (
                <>
                  Read {exampleText(proposal)}? {counted(proposal.cells, "cell")} of the first {counted(definition.rowsLookedAt, "row")}
                </>
              )}
              {isUsed(column) ? (
                <Button size="small" aria-label={`Undo for ${name}`} onClick={() => onChange(withoutProposal(column, definition))}>
                  Undo
                </Button>
              ) : (
                <Button size="small" aria-label={`Use for ${name}`} onClick={() => onChange(withProposal(column))}>
                  Use
                </Button>
              )}
            </span>
          </td>
        </tr>
      )}
    </>
  );
}
