import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
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
  const submit = () => {
    if (begins !== "" && !isTooEarly) release.mutate({ body: { versionWss, beginsDate: new Date(begins).toISOString() } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Schedule ${versionName}`}
      subtitle="It answers at the solution's address from then on."
      onSubmit={submit}
      submitLabel="Schedule"
      canSubmit={begins !== "" && !isTooEarly && !release.isPending}
    >
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
    </FormDialog>
  );
}
