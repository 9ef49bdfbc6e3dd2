import type { Resource, RetentionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { counted } from "../format/numbers.ts";
import { DialogFrame } from "../look/dialog-frame.tsx";
import { useMessages } from "../messages/use-messages.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient } from "../session/use-session.ts";
import { useRecords } from "../table/use-records.ts";
import { nameOf, type Organisation } from "./use-organisations.ts";
import "./service-account-dialog.css";

interface RetentionDialogProps {
  readonly organisation: Organisation;
  readonly onClose: () => void;
}

export function RetentionDialog({ organisation, onClose }: RetentionDialogProps) {
  const client = useClient();
  const href = linkFor(organisation, "retention", "GET") ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: ["retention", href],
    queryFn: ({ signal }) => client.request<Resource<RetentionFields>>("GET", href, { signal }),
    gcTime: 0,
  });
  if (data !== undefined) return <RetentionForm organisation={organisation} retention={data} onClose={onClose} />;
  return error ? (
    <DialogFrame open onClose={onClose} title="Keeping executions">
      <FaultPanel error={error} onRetry={() => void refetch()} />
    </DialogFrame>
  ) : undefined;
}

function RetentionForm({ organisation, retention, onClose }: RetentionDialogProps & { readonly retention: Resource<RetentionFields> }) {
  const client = useClient();
  const messages = useMessages();
  const { doing } = useRecords([]);
  const switchId = useId();
  const { days: stored, revision } = retention._embedded;
  const [isForEver, setForEver] = useState(stored === null);
  const [text, setText] = useState(String(stored ?? 365));
  const days = isForEver ? null : Number(text);
  const isWrong = days !== null && !(Number.isInteger(days) && days >= 1 && days <= 36_500);
  const save = () =>
    doing(async () => {
      const body = { days, ...(revision === null ? {} : { revision }) };
      await client.request("PUT", linkFor(retention, "self", "PUT") ?? "", { body });
      messages.success(days === null ? "Executions are kept for ever" : `Executions are kept for ${counted(days, "day")}`);
      onClose();
    });
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="Keeping executions"
      subtitle={`How long ${nameOf(organisation)} can look into its past decisions.`}
      hint={shorter(stored, days) && !isWrong ? "Older ones go within a day, for good." : ""}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" disabled={isWrong || days === stored} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <label className="account-use" htmlFor={switchId}>
        <Switch id={switchId} checked={isForEver} onChange={(event) => setForEver(event.target.checked)} />
        <span>
          <b>For ever</b>
          <small>Off: executions older than so many days are dropped. Charts go on counting them.</small>
        </span>
      </label>
      {!isForEver && (
        <TextField
          label="Days"
          value={text}
          error={isWrong}
          helperText={isWrong ? "From 1 to 36,500 days." : "At least so many days; the day in which the last of them lies is kept whole."}
          onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ""))}
          slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 5, className: "num" }, inputLabel: { shrink: true } }}
        />
      )}
    </DialogFrame>
  );
}

function shorter(stored: number | null, days: number | null): boolean {
  return days !== null && (stored === null || days < stored);
}
