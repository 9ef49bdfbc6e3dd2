import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useId } from "react";
import { ButtonSpinner } from "../ui/button-spinner.tsx";
import { shortDate } from "../ui/format/dates.ts";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { ConnectionResult } from "./connection-result.tsx";
import { KeyFileDrop } from "./key-file-drop.tsx";
import { hintText } from "./account-hint.ts";
import { useAccountForm } from "./use-account-form.ts";
import type { Organisation } from "./use-organisations.ts";
import { nameOf } from "../parts/list-page/row-names.ts";
import "./service-account-dialog.css";

interface ServiceAccountDialogProps {
  readonly organisation: Organisation;
  readonly onClose: () => void;
}

export function ServiceAccountDialog({ organisation: opened, onClose }: ServiceAccountDialogProps) {
  const switchId = useId();
  const form = useAccountForm(opened);
  const { organisation, values, changed, busy, complete } = form;
  const { serviceAccount } = organisation._embedded;
  const anyChange = changed.storage || changed.ids;
  const canTest = !values.useAirlock && complete && busy === undefined;
  const saveAndClose = async () => {
    if ((await form.save()) !== undefined) onClose();
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="Service account and project ID"
      subtitle={`How Airlock reaches Google Cloud Storage and BigQuery of ${nameOf(organisation)}.`}
      hint={hintText(form)}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" disabled={!anyChange || !complete || busy !== undefined} onClick={() => void saveAndClose()}>
            Save
          </Button>
        </>
      }
    >
      <label className="account-use" htmlFor={switchId}>
        <Switch id={switchId} checked={values.useAirlock} onChange={(event) => form.setUseAirlock(event.target.checked)} />
        <span>
          <b className="line-name">Use Airlock</b>
          <small>On: the service account of Airlock. Off: the one in the file below.</small>
        </span>
      </label>
      {values.useAirlock ? (
        serviceAccount !== null && (
          <p className="notice warning account-note">Saving deletes the stored key file of {serviceAccount.clientEmail}.</p>
        )
      ) : (
        <KeyFileDrop
          file={values.file}
          onFile={form.setFile}
          refusal={form.refusal}
          stored={
            serviceAccount === null ? null : (
              <div className="account-got is-stored">
                <Icon name="lock" size={18} />
                <span className="grow">
                  <b className="line-name">{serviceAccount.clientEmail}</b>
                  <small>
                    Stored {shortDate(serviceAccount.uploadedDate)} by {serviceAccount.uploadedBy}, project {serviceAccount.projectId}
                  </small>
                </span>
              </div>
            )
          }
        />
      )}
      <div className="account-ids">
        <TextField
          label="Project ID"
          value={values.ids}
          placeholder={serviceAccount?.projectId ?? values.file?.project ?? ""}
          error={form.idsFault !== undefined}
          helperText={form.idsFault ?? "The project in which buckets and tables are looked up. Empty: the account's own."}
          onChange={(event) => form.setIds(event.target.value)}
          slotProps={{ htmlInput: { className: "mono", maxLength: 1000, spellCheck: false }, inputLabel: { shrink: true } }}
        />
        <Button
          variant="outlined"
          startIcon={busy === "testing" ? <ButtonSpinner /> : <Icon name="refresh" size={16} />}
          disabled={!canTest}
          onClick={() => void form.test()}
        >
          {anyChange && !values.useAirlock ? "Save and test" : "Test connection"}
        </Button>
      </div>
      {form.outcome && <ConnectionResult outcome={form.outcome} />}
    </DialogFrame>
  );
}
