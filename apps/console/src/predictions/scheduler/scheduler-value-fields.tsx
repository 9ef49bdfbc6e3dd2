import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import { useId } from "react";
import { delayMinutes, hoursRule, hoursTyped, type TypedSchedulerValue } from "./scheduler-value.ts";

interface SchedulerValueFieldsProps {
  readonly value: TypedSchedulerValue;
  readonly onChange: (value: TypedSchedulerValue) => void;
}

/** Immediate or delayed; hours and minutes are shown only when delayed. */
export function SchedulerValueFields({ value, onChange }: SchedulerValueFieldsProps) {
  const label = useId();
  return (
    <div className="stack gap-8">
      <span id={label} className="ps-label">
        First run
      </span>
      <RadioGroup
        row
        aria-labelledby={label}
        value={value.action}
        onChange={(event) => onChange({ ...value, action: event.target.value === "delayed" ? "delayed" : "immediate" })}
      >
        <FormControlLabel value="immediate" control={<Radio size="small" />} label="Immediate" />
        <FormControlLabel value="delayed" control={<Radio size="small" />} label="Delayed" />
      </RadioGroup>
      {value.action === "delayed" && (
        <div className="pe-fields">
          <TextField
            label="Hours"
            value={value.delayedHours}
            error={hoursTyped(value.delayedHours) === undefined}
            helperText={hoursRule()}
            onChange={(event) => onChange({ ...value, delayedHours: event.target.value })}
            slotProps={{ htmlInput: { inputMode: "numeric", className: "num" }, inputLabel: { shrink: true } }}
          />
          <TextField
            select
            label="Minutes"
            value={value.delayedMinutes}
            onChange={(event) => onChange({ ...value, delayedMinutes: event.target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          >
            {delayMinutes.map((minutes) => (
              <MenuItem key={minutes} value={minutes}>
                {minutes}
              </MenuItem>
            ))}
          </TextField>
        </div>
      )}
    </div>
  );
}
