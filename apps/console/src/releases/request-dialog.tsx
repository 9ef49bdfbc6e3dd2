import type { ReleaseFields, Resource, VersionFields } from "@airlock/contract";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import type { Solution } from "../parts/versions/resources.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextArea } from "../ui/text-area.tsx";

interface RequestDialogProps {
  readonly solution: Solution;
  readonly versions: readonly Resource<VersionFields>[];
  readonly live: ReleaseFields | undefined;
  /** The id of a version, or an empty text. */
  readonly chosen: string;
  /** What the policy requires, as a sentence. */
  readonly needs: string;
  readonly onClose: () => void;
}

/** Creates a release request for a version, then opens its page. */
export function RequestDialog({ solution, versions, live, chosen, needs, onClose }: RequestDialogProps) {
  const navigate = useNavigate();
  const others = versions.map(({ _embedded }) => _embedded).filter(({ webSafeString }) => webSafeString !== live?.versionWss);
  const isKnown = others.some(({ webSafeString }) => webSafeString === chosen);
  const [versionWss, setVersion] = useState(isKnown ? chosen : (others[0]?.webSafeString ?? ""));
  const [description, setDescription] = useState("");
  const request = useAction("solution.releaseRequests.create", solution, {
    changes: ["solution.releaseRequests.list"],
    onSuccess: ({ _embedded: { webSafeString } }) => navigate({ to: "/admin/release-requests/$webSafeString", params: { webSafeString } }),
  });
  const submit = () => {
    if (versionWss !== "") request.mutate({ body: { versionWss, description: description.trim() } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Request a release of ${solution._embedded.name}`}
      subtitle={needs}
      onSubmit={submit}
      submitLabel="Request release"
      canSubmit={versionWss !== "" && !request.isPending}
      formClass="release-form"
    >
      {others.length === 0 ? (
        <p>There is no other version. Create one from the solution first.</p>
      ) : (
        <TextField select label="Version" value={versionWss} onChange={(event) => setVersion(event.target.value)}>
          {others.map(({ webSafeString, versionName }) => (
            <MenuItem key={webSafeString} value={webSafeString}>
              {versionName}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextArea
        label="Description"
        minRows={3}
        value={description}
        onChange={setDescription}
        helperText="What changes for applicants, and why. Approvers read it first."
      />
    </FormDialog>
  );
}
