import type { KeyCreate } from "@airlock/contract";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { useForm } from "../../parts/forms/use-form.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { TextLine } from "../../ui/text-line.tsx";
import { expiryChoices, expiryOf } from "./key-expiry.ts";
import type { ExpiryChoice } from "./key-expiry.ts";

const currentTime = () => new Date();

interface NewKeyFormProps {
  /** True when the key was made; the form is then empty again. */
  readonly onCreate: (fields: KeyCreate) => Promise<boolean>;
}

export function NewKeyForm({ onCreate }: NewKeyFormProps) {
  const [choice, setChoice] = useState<ExpiryChoice>("90");
  const [day, setDay] = useState("");
  const [now, setNow] = useState(currentTime);
  // Validated and sent with the same time: with a later one, `null` (a day that is over) would be sent as no expiry.
  const expires = expiryOf(choice, day, now);
  const isOver = choice === "date" && day !== "" && expires === null;
  const form = useForm("user.keys.create", {
    initial: { name: "" },
    body: ({ name }) => ({ name: name.trim(), ...(typeof expires === "string" ? { expires } : {}) }),
    isReady: expires !== null,
    send: onCreate,
    onSaved: () => form.set({ name: "" }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The day may have ended while the form was open.
    const submitted = currentTime();
    setNow(submitted);
    if (expiryOf(choice, day, submitted) === null) return;
    form.dialog.onSubmit();
  };
  return (
    <form className="key-new" aria-label="New key" noValidate onSubmit={submit}>
      <TextLine label="Name of the new key" placeholder="Where it will be used" {...form.line("name")} />
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
        <TextField
          type="date"
          label="Last day"
          className="key-day"
          value={day}
          error={isOver}
          helperText={isOver ? "This day is over. Choose a later one." : undefined}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
      <Button type="submit" variant="outlined" startIcon={<Icon name="plus" size={16} />} disabled={!form.dialog.canSubmit}>
        Create key
      </Button>
    </form>
  );
}
