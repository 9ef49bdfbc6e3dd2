import type { DriftFields, DriftUpdate } from "@airlock/contract";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { numberToType } from "../../ui/format/typed-number.ts";
import { thresholdTyped } from "./drift-view.ts";

interface WatchCardProps {
  readonly drift: Pick<DriftFields, "threshold" | "notify">;
  /** Undefined for those who may only look. */
  readonly watch: ((update: DriftUpdate) => Promise<boolean>) | undefined;
}

/** The threshold of drift, and whether to send notifications. */
export function WatchCard({ drift, watch }: WatchCardProps) {
  const [typed, setTyped] = useState<string>();
  const [switched, setSwitched] = useState<boolean>();
  const [saving, setSaving] = useState(false);
  const text = typed ?? numberToType(drift.threshold);
  const notify = switched ?? drift.notify;
  const threshold = thresholdTyped(text);
  const isDirty = (threshold !== undefined && threshold !== drift.threshold) || notify !== drift.notify;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (threshold === undefined || watch === undefined) return;
    setSaving(true);
    const saved = await watch({ threshold, notify }).finally(() => setSaving(false));
    if (!saved) return;
    setTyped(undefined);
    setSwitched(undefined);
  };
  return (
    <section className="card pe-card" aria-labelledby="dr-watch">
      <h3 id="dr-watch">Alerts by mail</h3>
      <form className="dr-form" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label="Threshold of the shift (PSI)"
          value={text}
          disabled={watch === undefined}
          error={threshold === undefined}
          helperText={threshold === undefined ? "A number from 0.01 to 10" : "0.1 is a small change, 0.25 a large one."}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { inputMode: "decimal", className: "num" }, inputLabel: { shrink: true } }}
        />
        <FormControlLabel
          control={<Switch checked={notify} disabled={watch === undefined} onChange={(event) => setSwitched(event.target.checked)} />}
          label="Mail the owner when a column passes it"
        />
        {watch !== undefined && (
          <Button type="submit" variant="outlined" disabled={!isDirty || threshold === undefined || saving}>
            Save threshold
          </Button>
        )}
      </form>
    </section>
  );
}
