import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useId, useState, type FormEvent } from "react";
import { useAction } from "../api/use-action.ts";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { zoneName } from "../ui/format/dates.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { requestChanges, type ReleaseRequest } from "./use-release-request.ts";

interface DialogProps {
  readonly request: ReleaseRequest;
  readonly onClose: () => void;
}

/** From when an approved version answers. */
export function ScheduleDialog({ request, onClose }: DialogProps) {
  const { versionWss, versionName } = request._embedded;
  const formId = useId();
  const messages = useMessages();
  const [begins, setBegins] = useState("");
  const [isTooEarly, setTooEarly] = useState(false);
  const release = useAction("releaseRequest.release", request, {
    changes: requestChanges,
    onSuccess: () => {
      messages.success(`${versionName} is scheduled.`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (begins !== "" && !isTooEarly) release.mutate({ body: { versionWss, beginsDate: new Date(begins).toISOString() } });
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title={`Schedule ${versionName}`}
      subtitle="It answers at the solution's address from then on."
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="contained" disabled={begins === "" || isTooEarly || release.isPending}>
            Schedule
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          fullWidth
          label="Begins"
          type="datetime-local"
          inputRef={focusWhenShown}
          value={begins}
          onChange={(event) => {
            setBegins(event.target.value);
            setTooEarly(event.target.value !== "" && Date.parse(event.target.value) <= Date.now());
          }}
          error={isTooEarly}
          helperText={isTooEarly ? "Choose a time in the future." : `In the time zone ${zoneName()}.`}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </form>
    </DialogFrame>
  );
}
