import type { SecretCreate } from "@airlock/contract";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextLine } from "../ui/text-line.tsx";
import { RequiredHint } from "../ui/dialogs/required-hint.tsx";
import { addsHost, hostsIn, whyNotHosts, whyNotName, whyNotValue } from "./secret-input.ts";
import type { Secret } from "./use-secrets.ts";
import "./secret-dialog.css";

interface SecretDialogProps {
  /** The one to change; none for a new one. */
  readonly secret: Secret | undefined;
  /** An empty value leaves the stored one as it is. True when it was saved. */
  readonly onSave: (fields: SecretCreate) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Nothing but this open dialog ever holds a value, and only the one that is being typed. */
export function SecretDialog({ secret, onSave, onClose }: SecretDialogProps) {
  const known = secret?._embedded;
  const [name, setName] = useState(known?.name ?? "");
  const [hosts, setHosts] = useState(known?.hosts.join("\n") ?? "");
  const [value, setValue] = useState("");
  const [saving, setSaving] = useState(false);
  const needsValue = known === undefined || addsHost(known.hosts, hosts);
  const keepsValue = !needsValue && value === "";
  const wrong = { name: whyNotName(name.trim()), hosts: whyNotHosts(hosts), value: keepsValue ? undefined : whyNotValue(value) };
  const complete = Object.values(wrong).every((why) => why === undefined);

  const submit = async () => {
    if (!complete || saving) return;
    setSaving(true);
    if (await onSave({ name: name.trim(), hosts: [...hostsIn(hosts)], value })) onClose();
    else setSaving(false);
  };
  /** An empty field is not wrong yet: the button waits for it. */
  const helperFor = (text: string, why: string | undefined, otherwise: string) => {
    const isWrong = text.trim() !== "" && why !== undefined;
    return { error: isWrong, helperText: isWrong ? why : otherwise };
  };
  return (
    <FormDialog
      onClose={onClose}
      title={known === undefined ? "New secret" : `Change ${known.name}`}
      subtitle="Web calls of this organisation's flows use it by its name. It cannot be read again, here or anywhere."
      hint={<RequiredHint />}
      onSubmit={() => void submit()}
      submitLabel={known === undefined ? "Save secret" : "Save"}
      canSubmit={complete && !saving}
      formClass="secret-form"
      autoComplete="off"
    >
      <TextLine
        label="Name"
        required
        isFirst
        value={name}
        onChange={setName}
        maxLength={64}
        {...helperFor(name, wrong.name, `Written \${secret.${name.trim() === "" ? "Name" : name.trim()}} in a header, a body or a query.`)}
      />
      <TextField
        label="Hosts it may be sent to"
        required
        placeholder="api.example.com"
        multiline
        minRows={2}
        maxRows={6}
        value={hosts}
        onChange={(event) => setHosts(event.target.value)}
        {...helperFor(hosts, wrong.hosts, "One to a line. It is sent nowhere else, not even by a redirect.")}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextLine
        label={needsValue ? "Value" : "New value"}
        required={needsValue}
        type="password"
        autoComplete="new-password"
        placeholder={needsValue ? "" : "Leave empty to keep the present one"}
        value={value}
        onChange={setValue}
        maxLength={8_000}
        {...helperFor(
          value,
          wrong.value,
          known !== undefined && needsValue
            ? "Enter the value again: a new host receives it only from someone who knows it."
            : "Sealed before it is stored.",
        )}
      />
    </FormDialog>
  );
}
