import type { ReleaseFields, Resource, VersionFields } from "@airlock/contract";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { versionChanges, type Solution } from "../parts/versions/resources.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { FutureTimeField, noTime } from "../ui/future-time-field.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { TextArea } from "../ui/text-area.tsx";

interface ReleaseDialogProps {
  readonly solution: Solution;
  readonly versions: readonly Resource<VersionFields>[];
  readonly live: ReleaseFields | undefined;
  /** The id of a version, or an empty text. */
  readonly chosen: string;
  /** Versions that were live before: releasing one of them is a rollback. */
  readonly wasLive: readonly string[];
  readonly onClose: () => void;
}

/** Chooses the version, the reason and the time of a release. */
export function ReleaseDialog({ solution, versions, live, chosen, wasLive, onClose }: ReleaseDialogProps) {
  const messages = useMessages();
  const others = versions.filter(({ _embedded }) => _embedded.webSafeString !== live?.versionWss);
  const known = others.some(({ _embedded }) => _embedded.webSafeString === chosen);
  const [versionWss, setVersion] = useState(known ? chosen : (others[0]?._embedded.webSafeString ?? ""));
  const [reason, setReason] = useState("");
  const [begins, setBegins] = useState(noTime);
  const version = others.find(({ _embedded }) => _embedded.webSafeString === versionWss)?._embedded;
  const isRollback = wasLive.includes(versionWss);
  const release = useAction("solution.releases.create", solution, {
    changes: ["solution.releases.list", ...versionChanges, "solution.read"],
    onSuccess: ({ _embedded: { status, versionName } }) => {
      messages.success(status === "scheduled" ? `${versionName} is scheduled.` : `${versionName} is live on every runtime.`);
      onClose();
    },
  });
  const submit = () => {
    if (version === undefined || begins.problem !== undefined) return;
    release.mutate({
      body: { versionWss, reason: reason.trim(), ...(begins.date === undefined ? {} : { beginsDate: begins.date }) },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={isRollback ? `Roll back to ${version?.versionName ?? ""}` : `Release a version of ${solution._embedded.name}`}
      subtitle={
        live === undefined
          ? "It answers at the solution's address from then on."
          : `It answers at the solution's address instead of ${live.versionName}. Callers change nothing.`
      }
      onSubmit={submit}
      submitLabel={begins.typed !== "" ? "Schedule" : isRollback ? "Roll back" : "Release now"}
      canSubmit={version !== undefined && begins.problem === undefined && !release.isPending}
      formClass="release-form"
    >
      {others.length === 0 ? (
        <p>There is no other version. Create one from the solution first.</p>
      ) : (
        <TextField select label="Version" value={versionWss} onChange={(event) => setVersion(event.target.value)}>
          {others.map(({ _embedded }) => (
            <MenuItem key={_embedded.webSafeString} value={_embedded.webSafeString}>
              {_embedded.versionName}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextArea label="Reason" value={reason} onChange={setReason} helperText="Shown in the history and in the audit." />
      <FutureTimeField label="Begins" required={false} time={begins} onChange={setBegins} helperText="Leave empty to release now." />
    </FormDialog>
  );
}
