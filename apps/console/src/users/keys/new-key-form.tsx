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
  /** The form is empty again when it was created, and shows why it was not. */
  readonly onCreate: (fields: KeyCreate) => Promise<unknown>;
}

export function NewKeyForm({ onCreate }: NewKeyFormProps) {
  const [choice, setChoice] = useState<ExpiryChoice>("90");
  const [day, setDay] = useState("");
  const [now, setNow] = useState(currentTime);
  const expires = expiryOf(choice, day, now);
  const isOver = choice === "date" && day !== "" && expires === null;
  const form = useForm("user.keys.create", {
    initial: { name: "" },
    body: ({ name }) => ({ name: name.trim(), ...(typeof expires === "string" ? { expires } : {}) }),
    isReady: expires !== null,
    send: (body) => {
      // It expires counted from now, and the day may have ended while the form was open.
      const sent = currentTime();
      setNow(sent);
      const until = expiryOf(choice, day, sent);
      return until === null ? Promise.resolve(false) : onCreate({ name: body.name, ...(until === undefined ? {} : { expires: until }) });
    },
    onSaved: () => form.set({ name: "" }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
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
      {form.problem !== undefined && (
        <p className="notice error" role="alert">
          {form.problem}
        </p>
      )}
    </form>
  );
}
