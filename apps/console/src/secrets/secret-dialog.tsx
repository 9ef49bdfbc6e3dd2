import type { SecretCreate } from "@airlock/contract";
import TextField from "@mui/material/TextField";
import { useForm } from "../parts/forms/use-form.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextLine } from "../ui/text-line.tsx";
import { RequiredHint } from "../ui/dialogs/required-hint.tsx";
import { addsHost, hostsIn, secretWords } from "./secret-input.ts";
import type { Secret } from "./use-secrets.ts";
import "./secret-dialog.css";

interface SecretDialogProps {
  /** The one to change; none for a new one. */
  readonly secret: Secret | undefined;
  /** Without a value, the stored one stays as it is. */
  readonly onSave: (fields: Omit<SecretCreate, "value"> & { readonly value?: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Nothing but this open dialog ever holds a value, and only the one that is being typed. */
export function SecretDialog({ secret, onSave, onClose }: SecretDialogProps) {
  const known = secret?._embedded;
  const form = useForm(known === undefined ? "secrets.create" : "secret.update", {
    initial: { name: known?.name ?? "", hosts: known?.hosts.join("\n") ?? "", value: "" },
    body: ({ name, hosts, value }) => ({
      name: name.trim(),
      hosts: [...hostsIn(hosts)],
      ...(value === "" && known !== undefined && !addsHost(known.hosts, hosts) ? {} : { value }),
    }),
    words: secretWords,
    refusals: { SECRET_NAME_TAKEN: { field: "name" }, SECRET_VALUE_REQUIRED: { field: "value" } },
    send: onSave,
    onSaved: onClose,
  });
  const { name, hosts } = form.values;
  const needsValue = known === undefined || addsHost(known.hosts, hosts);
  return (
    <FormDialog
      onClose={onClose}
      title={known === undefined ? "New secret" : `Change ${known.name}`}
      subtitle="Web calls of this organisation's flows use it by its name. It cannot be read again, here or anywhere."
      hint={<RequiredHint />}
      {...form.dialog}
      submitLabel={known === undefined ? "Save secret" : "Save"}
      formClass="secret-form"
      autoComplete="off"
    >
      <TextLine
        label="Name"
        required
        isFirst
        {...form.line("name", `Written \${secret.${name.trim() === "" ? "Name" : name.trim()}} in a header, a body or a query.`)}
        maxLength={64}
      />
      <TextField
        label="Hosts it may be sent to"
        required
        placeholder="api.example.com"
        multiline
        minRows={2}
        maxRows={6}
        {...form.field("hosts", "One host per line. It is sent nowhere else, not even by a redirect.")}
        onChange={(event) => form.set({ hosts: event.target.value })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextLine
        label={needsValue ? "Value" : "New value"}
        required={needsValue}
        type="password"
        autoComplete="new-password"
        placeholder={needsValue ? "" : "Leave empty to keep the current one"}
        {...form.line(
          "value",
          known !== undefined && needsValue
            ? "Enter the value again: a new host receives it only from someone who knows it."
            : "Encrypted before it is stored.",
        )}
      />
    </FormDialog>
  );
}
