import type { Resource, RetentionFields, RetentionPreviewFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { useResource } from "../api/use-resource.ts";
import { delayText, deletionText } from "../parts/deletion/deletion-text.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { useRecords } from "../parts/list-page/editing/use-records.ts";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { shortDate } from "../ui/format/dates.ts";
import { counted } from "../ui/format/numbers.ts";
import { numberRule, typedNumber } from "../ui/format/typed-number.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { type Organisation } from "./use-organisations.ts";
import { nameOf } from "../parts/list-page/row-names.ts";
import "./service-account-dialog.css";
import "./retention-dialog.css";

const dayLimits = { min: 1, max: 36_500, whole: true };

interface RetentionDialogProps {
  readonly organisation: Organisation;
  readonly onClose: () => void;
}

export function RetentionDialog({ organisation, onClose }: RetentionDialogProps) {
  const href = linkFor(organisation, "retention", "GET");
  const { data, error, refetch } = useResource("organisation.retention.read", { href, isForeground: true, gcTime: 0 });
  const reload = async () => void (await refetch());
  if (data !== undefined) {
    // Another revision is another form: what was typed for the one before does not apply to it.
    const { revision } = data._embedded;
    return <RetentionForm key={revision ?? "none"} organisation={organisation} retention={data} onClose={onClose} onReload={reload} />;
  }
  return error ? (
    <DialogFrame open onClose={onClose} title="Execution retention">
      <FaultPanel error={error} onRetry={() => void refetch()} />
    </DialogFrame>
  ) : undefined;
}

interface RetentionFormProps extends RetentionDialogProps {
  readonly retention: Resource<RetentionFields>;
  readonly onReload: () => Promise<void>;
}

function RetentionForm({ organisation, retention, onClose, onReload }: RetentionFormProps) {
  const client = useClient();
  const messages = useMessages();
  const { doing } = useRecords([]);
  const switchId = useId();
  const { days: stored, next, revision } = retention._embedded;
  const [isForEver, setForEver] = useState(stored === null);
  const [text, setText] = useState(String(stored ?? 365));
  const [lastCount, setLastCount] = useState<{ readonly days: number; readonly preview: RetentionPreviewFields }>();
  const days = isForEver ? null : typedNumber(text, dayLimits);
  // A response may arrive when the days are others, of which nothing was counted.
  const preview = lastCount !== undefined && lastCount.days === days ? lastCount.preview : undefined;
  const isWrong = days === undefined;
  const isShorter = days !== undefined && days !== null && (stored === null || days < stored);
  const put = async (wanted: number | null) => {
    const body = { days: wanted, revision };
    return client.put("organisation.retention.update", linkFor(retention, "self", "PUT") ?? "", { body });
  };
  const count = () =>
    doing(async () => {
      if (days === null || days === undefined) return;
      const href = linkFor(organisation, "retentionPreview", "GET") ?? "";
      setLastCount({ days, preview: (await client.get("organisation.retention.preview", href, { query: { days } }))._embedded });
    });
  const save = () =>
    doing(async () => {
      if (days === undefined) return;
      messages.success(savedText((await put(days))._embedded));
      onClose();
    });
  const takeBack = async () => {
    await doing(async () => {
      await put(stored);
      messages.success("The shorter retention was cancelled");
    });
    await onReload();
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="Execution retention"
      subtitle={`How long ${nameOf(organisation)} can see its past decisions.`}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          {isShorter && preview === undefined ? (
            <Button variant="contained" onClick={() => void count()}>
              Count executions
            </Button>
          ) : (
            <Button variant="contained" disabled={isWrong || (days === stored && next === null)} onClick={() => void save()}>
              Save
            </Button>
          )}
        </>
      }
    >
      {next !== null && (
        <p className="row notice warning retention-next">
          <span className="grow">
            {counted(next.days, "day")}: Takes effect at {shortDate(next.effectiveDate)}
          </span>
          <Button size="small" onClick={() => void takeBack()}>
            Cancel change
          </Button>
        </p>
      )}
      <label className="account-use" htmlFor={switchId}>
        <Switch id={switchId} checked={isForEver} onChange={(event) => setForEver(event.target.checked)} />
        <span>
          <b>Keep forever</b>
          <small>Off: executions are deleted after a number of days. Charts keep their totals.</small>
        </span>
      </label>
      {!isForEver && (
        <TextField
          label="Days"
          value={text}
          error={isWrong}
          helperText={isWrong ? `${numberRule(dayLimits)}.` : "Counted in whole days."}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 20, className: "num" }, inputLabel: { shrink: true } }}
        />
      )}
      {preview !== undefined && <output className="row notice warning retention-next">{previewText(preview)}</output>}
    </DialogFrame>
  );
}

function previewText(preview: RetentionPreviewFields): string {
  const { delaySeconds } = preview;
  const when =
    delaySeconds === 0 ? "It takes effect at once." : `It takes effect in ${delayText(delaySeconds)}. Until then you can cancel it.`;
  return `This permanently deletes ${deletionText(preview)}. ${when}`;
}

function savedText({ days, next }: RetentionFields): string {
  if (next !== null) return `Executions are kept for ${counted(next.days, "day")} from ${shortDate(next.effectiveDate)}`;
  return days === null ? "Executions are kept forever" : `Executions are kept for ${counted(days, "day")}`;
}
