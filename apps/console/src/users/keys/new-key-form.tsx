import type { KeyCreate } from "@airlock/contract";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { expiryChoices, expiryOf } from "./key-expiry.ts";
import type { ExpiryChoice } from "./key-expiry.ts";

interface NewKeyFormProps {
  /** True when the key was made; the form is then empty again. */
  readonly onCreate: (fields: KeyCreate) => Promise<boolean>;
}

export function NewKeyForm({ onCreate }: NewKeyFormProps) {
  const [name, setName] = useState("");
  const [choice, setChoice] = useState<ExpiryChoice>("90");
  const [day, setDay] = useState("");
  const [creating, setCreating] = useState(false);
  const [opened] = useState(() => new Date());
  const complete = name.trim() !== "" && expiryOf(choice, day, opened) !== null;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const expires = expiryOf(choice, day, new Date());
    if (!complete || expires === null || creating) return;
    setCreating(true);
    if (await onCreate({ name: name.trim(), ...(expires === undefined ? {} : { expires }) })) setName("");
    setCreating(false);
  };
  return (
    <form className="key-new" aria-label="New key" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name of the new key"
        placeholder="Where it will be used"
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <TextField
        select
        label="Expires"
        className="key-expires"
        value={choice}
        onChange={(event) => setChoice(expiryChoices.find(({ value }) => value === event.target.value)?.value ?? "90")}
      >
        {expiryChoices.map(({ value, text }) => (
          <MenuItem key={value} value={value}>
            {text}
          </MenuItem>
        ))}
      </TextField>
      {choice === "date" && (
        <TextField type="date" label="Last day" className="key-day" value={day} onChange={(event) => setDay(event.target.value)} />
      )}
      <Button type="submit" variant="outlined" startIcon={<Icon name="plus" size={16} />} disabled={!complete || creating}>
        Create key
      </Button>
    </form>
  );
}
