import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { zoneName } from "../ui/format/dates.ts";
import { FutureTimeField, noTime } from "../ui/future-time-field.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { requestChanges, type ReleaseRequest } from "./use-release-request.ts";

interface DialogProps {
  readonly request: ReleaseRequest;
  readonly onClose: () => void;
}

/** When an approved version goes live. */
export function ScheduleDialog({ request, onClose }: DialogProps) {
  const { versionWss, versionName } = request._embedded;
  const messages = useMessages();
  const [begins, setBegins] = useState(noTime);
  const release = useAction("releaseRequest.release", request, {
    changes: requestChanges,
    onSuccess: () => {
      messages.success(`${versionName} is scheduled.`);
      onClose();
    },
  });
  const submit = () => {
    if (begins.date !== undefined) release.mutate({ body: { versionWss, beginsDate: begins.date } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Schedule ${versionName}`}
      subtitle="It answers at the solution's address from then on."
      onSubmit={submit}
      submitLabel="Schedule"
      canSubmit={begins.date !== undefined && !release.isPending}
    >
      <FutureTimeField
        label="Begins"
        required
        inputRef={focusWhenShown}
        time={begins}
        onChange={setBegins}
        helperText={`In the time zone ${zoneName()}.`}
      />
    </FormDialog>
  );
}
