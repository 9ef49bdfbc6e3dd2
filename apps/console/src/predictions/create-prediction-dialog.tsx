import type { PredictionType } from "@airlock/contract";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextLine } from "../ui/text-line.tsx";
import { typeTexts } from "./use-predictions.ts";

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
  const [name, setName] = useState("");
  const [type, setType] = useState<PredictionType>("standard");
  const [tried, setTried] = useState(false);
  const [creating, setCreating] = useState(false);
  const nameless = tried && name.trim() === "";
  const submit = async () => {
    setTried(true);
    if (name.trim() === "" || creating) return;
    setCreating(true);
    if (await create({ name: name.trim(), type })) onClose();
    else setCreating(false);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="New prediction"
      subtitle="A prediction turns a datasource into a score that decisions can use."
      onSubmit={() => void submit()}
      submitLabel="Create"
      canSubmit={!creating}
      formClass="pr-form"
      autoComplete="off"
    >
      <TextLine
        label="Name"
        required
        isFirst
        value={name}
        onChange={setName}
        maxLength={200}
        error={nameless}
        helperText={nameless ? "Enter a name" : " "}
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
    </FormDialog>
  );
}
