import type { PredictionType } from "@airlock/contract";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { typeTexts } from "./use-predictions.ts";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";

interface CreatePredictionDialogProps {
  /** True when it was made. */
  readonly create: (fields: { readonly name: string; readonly type: PredictionType }) => Promise<boolean>;
  readonly onClose: () => void;
}

const typeNotes: Readonly<Record<PredictionType, string>> = {
  standard: "Learns from the rows of a datasource, one row for each case.",
  analyticsPrediction: "Learns from events: who did what, when and how much.",
};

/** A name is required: empty marks the field as an error and blocks creation. The type defaults to standard. */
export function CreatePredictionDialog({ create, onClose }: CreatePredictionDialogProps) {
  const form = useId();
  const [name, setName] = useState("");
  const [type, setType] = useState<PredictionType>("standard");
  const [tried, setTried] = useState(false);
  const [creating, setCreating] = useState(false);
  const nameless = tried && name.trim() === "";
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || creating) return;
    setCreating(true);
    if (await create({ name: name.trim(), type })) onClose();
    else setCreating(false);
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="New prediction"
      subtitle="A prediction turns a datasource into a score that decisions can use."
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
      <form id={form} className="pr-form" noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          required
          inputRef={focusWhenShown}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={nameless}
          helperText={nameless ? "Enter a name" : " "}
          slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
        />
        <TextField
          select
          label="Type"
          value={type}
          onChange={(event) => setType(event.target.value === "analyticsPrediction" ? "analyticsPrediction" : "standard")}
          helperText={typeNotes[type]}
          slotProps={{ inputLabel: { shrink: true } }}
        >
          {Object.entries(typeTexts).map(([value, text]) => (
            <MenuItem key={value} value={value}>
              {text}
            </MenuItem>
          ))}
        </TextField>
      </form>
    </DialogFrame>
  );
}
