import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { TextArea } from "../ui/text-area.tsx";
import { requestChanges, useReplacements, type ReleaseRequest } from "./use-release-request.ts";

interface DialogProps {
  readonly request: ReleaseRequest;
  readonly onClose: () => void;
}

/** A fix is a new version in the same request: the thread stays, approvals are void and the gates run again. */
export function ReplaceDialog({ request, onClose }: DialogProps) {
  const { versionName } = request._embedded;
  const messages = useMessages();
  const { versions, error } = useReplacements(request);
  const [chosen, setChosen] = useState<string>();
  const [comment, setComment] = useState("");
  const versionWss = chosen ?? versions?.[0]?.webSafeString;
  const replace = useAction("releaseRequest.replace", request, {
    changes: requestChanges,
    onSuccess: (answer) => {
      messages.success(`The request is about ${answer._embedded.versionName} now. Its gates are running.`);
      onClose();
    },
  });
  const submit = () => {
    if (versionWss !== undefined) replace.mutate({ body: { versionWss, comment: comment.trim() } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Replace ${versionName}`}
      subtitle="Comments stay. Approvals are void, and the gates run again."
      onSubmit={submit}
      submitLabel="Replace version"
      canSubmit={versionWss !== undefined && !replace.isPending}
      formClass="rr-form"
    >
      {error && versions === undefined ? (
        <FaultPanel error={error} onRetry={onClose} />
      ) : versions === undefined ? (
        <Skeleton height={36} />
      ) : versionWss === undefined ? (
        <p>There is no other version. Create one from the solution first.</p>
      ) : (
        <TextField select label="Version" value={versionWss} onChange={(event) => setChosen(event.target.value)}>
          {versions.map((version) => (
            <MenuItem key={version.webSafeString} value={version.webSafeString}>
              {version.versionName}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextArea label="Comment" value={comment} onChange={setComment} helperText="What was fixed." />
    </FormDialog>
  );
}
