import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import {
  channelOf,
  countTitle,
  isBars,
  meanTitle,
  usedFields,
  withCount,
  withMean,
  withoutChannel,
  type ChartSpec,
} from "./chart/chart-spec.ts";
import { kindOf, type KnownField } from "./field-kind.ts";

/** Values of the select that are no field; a field's name has a point in it or is `outcome`. */
const [aField, count] = ["", "count"];

interface YMeasureProps {
  readonly spec: ChartSpec;
  readonly fields: ReadonlyMap<string, KnownField>;
  readonly onChange: (spec: ChartSpec) => void;
}

/** What Y shows: a field that is dropped on it, or the height of bars: a count, or a mean of a number field that is nowhere else. */
export function YMeasure({ spec, fields, onChange }: YMeasureProps) {
  const mean = isBars(spec) ? channelOf(spec, "y")?.field : undefined;
  const used = usedFields(spec);
  const means = [...fields.values()].filter((field) => kindOf(field) !== "nominal" && (!used.has(field.name) || field.name === mean));
  const choose = (value: string) => {
    if (value === aField) onChange(withoutChannel(spec, "y"));
    else onChange(value === count ? withCount(spec) : withMean(spec, value));
  };
  return (
    <TextField
      select
      fullWidth
      className="vi-measure"
      value={isBars(spec) ? (mean ?? count) : aField}
      onChange={(event) => choose(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, htmlInput: { "aria-label": "Y axis shows" } }}
    >
      <MenuItem value={aField}>values of a field</MenuItem>
      <MenuItem value={count}>{countTitle}</MenuItem>
      {means.map(({ name }) => (
        <MenuItem key={name} value={name}>
          {meanTitle(name)}
        </MenuItem>
      ))}
    </TextField>
  );
}
