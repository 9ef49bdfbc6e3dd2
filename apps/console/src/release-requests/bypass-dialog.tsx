import Button from "@mui/material/Button";
import { useId, useState, type FormEvent } from "react";
import { useAction } from "../api/use-action.ts";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { TextArea } from "../ui/text-area.tsx";
import { requestChanges, type ReleaseRequest } from "./use-release-request.ts";

interface DialogProps {
  readonly request: ReleaseRequest;
  readonly onClose: () => void;
}

/** An emergency: releases without approvals and gates, with a reason. */
export function BypassDialog({ request, onClose }: DialogProps) {
  const { versionWss, versionName, blockedBy } = request._embedded;
  const formId = useId();
  const messages = useMessages();
  const [written, setWritten] = useState("");
  const reason = written.trim();
  const bypass = useAction("releaseRequest.bypass", request, {
    changes: requestChanges,
    onSuccess: () => {
      messages.success(`${versionName} is live on every runtime. Approvals and gates were bypassed.`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== "") bypass.mutate({ body: { versionWss, reason } });
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title={`Release ${versionName} without approvals and gates?`}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="outlined"
            className="rr-bypass"
            startIcon={<Icon name="warning" size={16} />}
            disabled={reason === "" || bypass.isPending}
          >
            Bypass and release
          </Button>
        </>
      }
    >
      <form id={formId} className="rr-form" noValidate onSubmit={submit}>
        <p className="rr-warning">
          <Icon name="warning" size={16} />
          For emergencies. The bypass is recorded with your name and reason, and mailed to everyone who may approve.
        </p>
        {blockedBy.length > 0 && (
          <ul className="rr-blocked">
            {blockedBy.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        )}
        <TextArea fullWidth required label="Reason" inputRef={focusWhenShown} value={written} onChange={setWritten} />
      </form>
    </DialogFrame>
  );
}
