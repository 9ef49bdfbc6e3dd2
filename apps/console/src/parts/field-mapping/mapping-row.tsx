import type { MappedField } from "@airlock/contract";
import { takesColumn, takesLiteral, type MappingProblem } from "@airlock/contract/experiment-mapping";
import type { DatasetField } from "@airlock/flow";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useId } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { guessColumn, takesTexts, typeLabels, type SourceColumn } from "./mapping.ts";

interface MappingRowProps {
  readonly field: DatasetField;
  readonly entry: MappedField;
  readonly columns: readonly SourceColumn[];
  readonly problem: MappingProblem | undefined;
  readonly firstValues: (column: string) => string | undefined;
  /** Undefined where it may not be changed. */
  readonly onChange: ((entry: MappedField) => void) | undefined;
}

/** One application field: the same value for every record, or a field of the datasource that it can take. */
export function MappingRow({ field, entry, columns, problem, firstValues, onChange }: MappingRowProps) {
  const problemId = useId();
  const { key, useDatasource, value } = entry;
  const taken = columns.filter((column) => takesColumn(field.type, column.type));
  const isKnown = columns.some((column) => column.name === value);
  const change = (source: "literal" | "datasource") => {
    if ((source === "datasource") === useDatasource) return;
    const column = source === "datasource" ? guessColumn(field, columns) : undefined;
    onChange?.({ key, useDatasource: source === "datasource", value: column?.name ?? "" });
  };
  // A required field that is still empty is not marked as an error from the start.
  const isWrong = problem !== undefined && value !== "";
  return (
    <tr className={isWrong ? "is-wrong" : ""}>
      <td data-label="Field">
        <span className="df clip" title={field.name}>
          {field.name}
        </span>
        {field.required && (
          <span className="ex-required" title="Required">
            *
          </span>
        )}
      </td>
      <td data-label="Type">{field.type}</td>
      <td data-label="Source">
        <ToggleButtonGroup
          exclusive
          size="small"
          value={useDatasource ? "datasource" : "literal"}
          aria-label={`Source of ${field.name}`}
          disabled={onChange === undefined}
          onChange={(_event, next: "literal" | "datasource" | null) => next && change(next)}
        >
          <ToggleButton value="literal">Literal</ToggleButton>
          <ToggleButton value="datasource">Datasource field</ToggleButton>
        </ToggleButtonGroup>
      </td>
      <td data-label="Value" className="ex-value">
        {useDatasource ? (
          <Select
            size="small"
            displayEmpty
            value={value}
            error={isWrong}
            disabled={onChange === undefined}
            onChange={(event) => onChange?.({ key, useDatasource: true, value: event.target.value })}
            inputProps={{
              "aria-label": `Datasource field for ${field.name}`,
              ...(problem === undefined ? {} : { "aria-describedby": problemId }),
            }}
            renderValue={(name) => (
              <span className="row ex-column">
                <Icon name="datasources" size={14} />
                <span className="mono clip">{name === "" ? "Choose a field" : name}</span>
                <small className="faint">{typeText(columns, name)}</small>
              </span>
            )}
          >
            <MenuItem value="">
              <span className="faint">None: missing in every record</span>
            </MenuItem>
            {value !== "" && !taken.some((column) => column.name === value) && (
              <MenuItem value={value} disabled>
                <span className="mono">{value}</span>
              </MenuItem>
            )}
            {taken.map((column) => (
              <MenuItem key={column.name} value={column.name}>
                <span className="mono grow">{column.name}</span>
                <small className="faint ex-option-type">{typeLabels[column.type]}</small>
              </MenuItem>
            ))}
          </Select>
        ) : (
          <TextField
            size="small"
            value={value}
            error={isWrong}
            disabled={onChange === undefined}
            placeholder="missing"
            autoComplete="off"
            onChange={(event) => onChange?.({ key, useDatasource: false, value: event.target.value })}
            slotProps={{
              htmlInput: {
                "aria-label": `Value of ${field.name}`,
                inputMode: field.type === "Integer" || field.type === "Float" ? "decimal" : "text",
                maxLength: 10_000,
                ...(problem === undefined ? {} : { "aria-describedby": problemId }),
              },
              input: isWrong ? { endAdornment: <Icon name="error" size={16} /> } : {},
            }}
          />
        )}
      </td>
      <td data-label="First values" className="ex-first">
        {problem !== undefined ? (
          <span id={problemId} className={isWrong ? "ex-problem" : "ex-missing"}>
            {problem.code === "required" ? "Required: choose a field or enter a value" : problem.message}
          </span>
        ) : useDatasource && isKnown ? (
          <span className="mono clip">{firstValues(value) ?? ""}</span>
        ) : (
          value !== "" && takesLiteral(field.type, value) && <span>same for every record</span>
        )}
      </td>
      <td data-label="Takes" className="ex-takes faint">
        {takesTexts[field.type]}
      </td>
    </tr>
  );
}

function typeText(columns: readonly SourceColumn[], name: string): string {
  const column = columns.find((one) => one.name === name);
  return column === undefined ? "" : typeLabels[column.type];
}
