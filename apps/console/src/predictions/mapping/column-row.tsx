import type { ColumnType, PredictionColumn } from "@airlock/contract";
import Checkbox from "@mui/material/Checkbox";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import Select from "@mui/material/Select";
import Tooltip from "@mui/material/Tooltip";
import { Icon } from "../../ui/icons/icon.tsx";
import { Boundaries } from "./boundaries.tsx";
import { evenBars } from "../../parts/charts/even-bars.ts";
import { SmallBars } from "../../parts/charts/small-bars.tsx";
import { isNumeric, withColumn, withLabel, withoutColumn, withSelected, withType, type ColumnFinding } from "./mapping.ts";
import type { ColumnSpread } from "./spread-of.ts";
import type { Draft } from "../editor/use-draft.ts";
import { ValuesCount } from "./values-count.tsx";
import { IconAction } from "../../ui/icon-action.tsx";

const types: readonly ColumnType[] = ["STRING", "INTEGER", "FLOAT"];

interface ColumnRowProps {
  readonly column: PredictionColumn;
  readonly selected: boolean;
  readonly isLabel: boolean;
  readonly spread: ColumnSpread | undefined;
  readonly finding: ColumnFinding | undefined;
  /** The datasource has such a column. */
  readonly isFound: boolean;
  readonly mayEdit: boolean;
  readonly changeMapping: Draft["changeMapping"];
}

export function ColumnRow(props: ColumnRowProps) {
  const { column, selected, isLabel, spread, finding, isFound, mayEdit, changeMapping } = props;
  const { key, name, type } = column;
  const used = (
    <Checkbox
      checked={selected}
      disabled={isLabel || !mayEdit}
      slotProps={{ input: { "aria-label": `Use ${name}` } }}
      onChange={(event) => changeMapping((now) => withSelected(now, key, event.target.checked))}
    />
  );
  return (
    <tr className={isLabel ? "is-selected" : selected ? "" : "is-left-out"}>
      <td className="pe-tight">{isLabel ? <Tooltip title="The label is not an input">{<span>{used}</span>}</Tooltip> : used}</td>
      <td className="pe-name">
        {isAdded(column) && mayEdit ? (
          <input
            className="pe-input mono"
            aria-label={`Name of ${key}`}
            value={name}
            maxLength={200}
            onChange={(event) => changeMapping((now) => withColumn(now, key, { name: event.target.value }))}
          />
        ) : (
          <span className="mono clip" title={name}>
            {name}
          </span>
        )}
      </td>
      <td className="pe-type">
        <Select
          className="pe-select"
          value={type}
          disabled={!mayEdit}
          inputProps={{ "aria-label": `Type of ${name}` }}
          onChange={(event) => changeMapping((now) => withType(now, key, event.target.value))}
        >
          {types.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </Select>
      </td>
      <td className="pe-label" data-title="Label">
        <Radio
          checked={isLabel}
          disabled={!mayEdit}
          name="label"
          slotProps={{ input: { "aria-label": `Label is ${name}` } }}
          onChange={() => changeMapping((now) => withLabel(now, key))}
        />
      </td>
      <td>
        <div className="pe-bounds">
          {isNumeric(type) ? (
            <Boundaries
              of={name}
              boundaries={column.boundaries}
              mayEdit={mayEdit}
              onChange={(boundaries) => changeMapping((now) => withColumn(now, key, { boundaries }))}
            />
          ) : (
            <ValuesCount
              of={name}
              count={column.valuesCount}
              mayEdit={mayEdit}
              onChange={(valuesCount) => changeMapping((now) => withColumn(now, key, { valuesCount }))}
            />
          )}
          {(finding !== undefined || !isFound) && (
            <span className="chip warning">
              <Icon name="warning" size={12} />
              {isFound ? finding : "Not a column of the datasource"}
            </span>
          )}
        </div>
      </td>
      <td className="pe-spread">
        {spread === undefined ? (
          <span className="faint">-</span>
        ) : (
          <SmallBars bars={evenBars(spread.counts)} width={96} gap={1.5} lowest={2} label={spread.label} />
        )}
      </td>
      <td className="pe-acts">
        {mayEdit && (
          <IconAction
            icon="trash"
            iconSize={16}
            label={`Remove ${name}`}
            size="small"
            onClick={() => changeMapping((now) => withoutColumn(now, key))}
          />
        )}
      </td>
    </tr>
  );
}

/** A column that the user added is matched by its name, so its name can be edited. */
function isAdded({ key }: PredictionColumn): boolean {
  return key.startsWith("new");
}
