import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useRef, useState } from "react";
import { useForm } from "../parts/forms/use-form.ts";
import { nameOf } from "../parts/list-page/row-names.ts";
import { ButtonSpinner } from "../ui/button-spinner.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { RequiredHint } from "../ui/dialogs/required-hint.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { TextLine } from "../ui/text-line.tsx";
import { ConnectionResult } from "./connection-result.tsx";
import { bucketsIn, endpointIn, s3ProblemText, s3Words } from "./s3-account-input.ts";
import type { Organisation } from "./use-organisations.ts";
import { useS3Account } from "./use-s3-account.ts";
import "./s3-account-dialog.css";

interface S3AccountDialogProps {
  readonly organisation: Organisation;
  readonly onClose: () => void;
}

function valuesOf({ _embedded: { s3Account: stored } }: Organisation) {
  return {
    endpoint: stored?.endpoint ?? "",
    region: stored?.region ?? "",
    accessKey: stored?.accessKey ?? "",
    secretKey: "",
    buckets: stored?.buckets.join("\n") ?? "",
  };
}

/** Nothing but this open dialog holds a secret key, and only the one that is being typed. */
export function S3AccountDialog({ organisation: opened, onClose }: S3AccountDialogProps) {
  const account = useS3Account(opened, onClose);
  const { organisation } = account;
  const [isRemoving, setRemoving] = useState(false);
  const { s3Account: stored, revision } = organisation._embedded;
  const initial = valuesOf(organisation);
  const needsKey = ({ endpoint, accessKey }: typeof initial) =>
    stored === null || endpointIn(endpoint) !== stored.endpoint || accessKey.trim() !== stored.accessKey;
  /** What the last request returned, for what follows it at once. */
  const saved = useRef(organisation);
  const form = useForm("organisation.s3Account", {
    initial,
    body: (values) => ({
      endpoint: endpointIn(values.endpoint),
      region: values.region.trim(),
      accessKey: values.accessKey.trim(),
      buckets: [...bucketsIn(values.buckets)],
      ...(values.secretKey === "" && !needsKey(values) ? {} : { secretKey: values.secretKey }),
      revision,
    }),
    words: s3Words,
    problemText: s3ProblemText,
    refusals: { SOURCE_NOT_ALLOWED: { field: "endpoint" }, S3_SECRET_KEY_REQUIRED: { field: "secretKey" } },
    send: async (body) => {
      saved.current = await account.save({ body });
    },
    onSaved: onClose,
  });
  const isKeyNeeded = needsKey(form.values);
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial);
  const isBusy = account.isBusy || form.isSending;
  const canSave = form.dialog.canSubmit && !isBusy;
  const saveAndTest = () =>
    form.submit(() => {
      form.set(valuesOf(saved.current));
      void account.test(saved.current);
    });
  return (
    <>
      <FormDialog
        onClose={onClose}
        title="S3 account"
        subtitle={`Buckets on S3, or a server with the same API, from which ${nameOf(organisation)} imports files.`}
        hint={<RequiredHint />}
        onSubmit={form.dialog.onSubmit}
        canSubmit={canSave}
        problem={form.problem}
        submitLabel="Save"
        formClass="s3-form"
        autoComplete="off"
        moreActions={
          account.mayRemove && (
            <Button color="error" disabled={isBusy} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )
        }
      >
        <TextLine
          label="Endpoint"
          required
          isFirst
          placeholder="https://s3.eu-central-1.amazonaws.com"
          {...form.line("endpoint", "The address of the server, without a bucket.")}
        />
        <TextLine
          label="Region"
          required
          placeholder="eu-central-1"
          {...form.line("region", "Servers other than Amazon's: often us-east-1.")}
        />
        <TextLine label="Access key" required {...form.line("accessKey", "Use a user that can only list and read these buckets.")} />
        <TextLine
          label={isKeyNeeded ? "Secret key" : "New secret key"}
          required={isKeyNeeded}
          type="password"
          autoComplete="new-password"
          placeholder={isKeyNeeded ? "" : "Leave empty to keep the current one"}
          {...form.line(
            "secretKey",
            stored !== null && isKeyNeeded
              ? "Enter the secret key again. The stored one is used only with its own endpoint and access key."
              : "Encrypted before it is stored.",
          )}
        />
        <TextField
          label="Buckets"
          required
          multiline
          minRows={2}
          maxRows={6}
          {...form.field("buckets", "One bucket per line. Only these are read.")}
          onChange={(event) => form.set({ buckets: event.target.value })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <div className="row">
          <Button
            variant="outlined"
            startIcon={account.isTesting ? <ButtonSpinner /> : <Icon name="refresh" size={16} />}
            disabled={isChanged || stored === null ? !canSave : isBusy}
            onClick={() => (isChanged ? saveAndTest() : void account.test(organisation))}
          >
            {isChanged || stored === null ? "Save and test" : "Test connection"}
          </Button>
        </div>
        {account.outcome && !isChanged && <ConnectionResult outcome={account.outcome} />}
      </FormDialog>
      <ConfirmDialog
        open={isRemoving}
        title="Remove the S3 account?"
        verb="Remove"
        onConfirm={() => {
          setRemoving(false);
          account.remove();
        }}
        onCancel={() => setRemoving(false)}
      >
        <p>Its secret key is deleted, and its buckets are no longer offered. Datasources keep the rows that were imported.</p>
      </ConfirmDialog>
    </>
  );
}
