import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";

interface AddExperimentDialogProps {
  /** True when it was made. */
  readonly onCreate: (fields: { readonly name: string; readonly description: string }) => Promise<boolean>;
  readonly onClose: () => void;
}

export function AddExperimentDialog({ onCreate, onClose }: AddExperimentDialogProps) {
  const form = useId();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [tried, setTried] = useState(false);
  const [creating, setCreating] = useState(false);
  const isMissing = tried && name.trim() === "";

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || creating) return;
    setCreating(true);
    if (await onCreate({ name: name.trim(), description: description.trim() })) onClose();
    else setCreating(false);
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="Add an experiment"
      subtitle="An experiment runs a solution over a datasource."
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="contained" disabled={creating}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} className="experiment-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          required
          inputRef={focusWhenShown}
          autoComplete="off"
          value={name}
          error={isMissing}
          helperText={isMissing ? "Enter a name" : undefined}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
        />
        <TextField
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 2000 }, inputLabel: { shrink: true } }}
        />
      </form>
    </DialogFrame>
  );
}
