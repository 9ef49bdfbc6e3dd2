import type { PredictionScheduler } from "@airlock/contract";
import { delayMillis, type SchedulerValue } from "@airlock/contract/schedule";
import Button from "@mui/material/Button";
import { useState } from "react";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { SchedulerValueFields } from "./scheduler-value-fields.tsx";
import { schedulerDefaults, startOf } from "./scheduler-value.ts";
import { scheduleText, untilText } from "./scheduler-words.ts";

interface StartSchedulerDialogProps {
  readonly name: string;
  readonly scheduler: PredictionScheduler;
  readonly start: (start: SchedulerValue) => Promise<unknown>;
  readonly onClose: () => void;
}

/** When the first run is; after it the scheduler's own times hold. */
export function StartSchedulerDialog({ name, scheduler, start, onClose }: StartSchedulerDialogProps) {
  const [value, setValue] = useState(schedulerDefaults);
  const [starting, setStarting] = useState(false);
  const order = startOf(value);
  const run = async () => {
    if (order === undefined) return;
    setStarting(true);
    await start(order).finally(() => setStarting(false));
    onClose();
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="Start scheduler"
      subtitle={`Trains ${name} again and renews the scores of all keys. ${scheduleText(scheduler)}.`}
      hint={order === undefined ? "" : firstRunText(delayMillis(order))}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" disabled={starting || order === undefined} onClick={() => void run()}>
            Start scheduler
          </Button>
        </>
      }
    >
      <SchedulerValueFields value={value} onChange={setValue} />
    </DialogFrame>
  );
}

function firstRunText(delay: number): string {
  return delay === 0 ? "Runs at once" : `First run ${untilText(new Date(delay).toISOString(), 0)}`;
}
