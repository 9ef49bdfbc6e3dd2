import type { PredictionScheduler } from "@airlock/contract";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { TimeField } from "./time-field.tsx";
import { NumberField } from "../../ui/number-field.tsx";

interface SchedulerFieldsProps {
  readonly scheduler: PredictionScheduler;
  readonly mayEdit: boolean;
  readonly onChange: (scheduler: PredictionScheduler) => void;
}

/** At a fixed time of every day, or at an interval in minutes. */
export function SchedulerFields({ scheduler, mayEdit, onChange }: SchedulerFieldsProps) {
  const change = (changes: Partial<PredictionScheduler>) => onChange({ ...scheduler, ...changes });
  return (
    <div className="pe-fields">
      <TextField
        select
        label="Scheduler"
        value={scheduler.kind}
        disabled={!mayEdit}
        onChange={(event) => change({ kind: event.target.value === "interval" ? "interval" : "fixedTime" })}
        slotProps={{ inputLabel: { shrink: true } }}
      >
        <MenuItem value="fixedTime">At a fixed time</MenuItem>
        <MenuItem value="interval">At an interval</MenuItem>
      </TextField>
      {scheduler.kind === "interval" ? (
        <NumberField
          label="Minutes"
          value={scheduler.interval}
          min={1}
          max={525_600}
          disabled={!mayEdit}
          onChange={(interval) => change({ interval })}
        />
      ) : (
        <>
          <TimeField value={scheduler.time} disabled={!mayEdit} onChange={(time) => change({ time })} />
          <TextField
            label="Time zone"
            select
            value={scheduler.zone}
            disabled={!mayEdit}
            onChange={(event) => change({ zone: event.target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          >
            {zonesWith(scheduler.zone).map((zone) => (
              <MenuItem key={zone} value={zone}>
                {zone}
              </MenuItem>
            ))}
          </TextField>
        </>
      )}
    </div>
  );
}

function zonesWith(chosen: string): readonly string[] {
  return [...new Set(["UTC", chosen, Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf("timeZone")])];
}
