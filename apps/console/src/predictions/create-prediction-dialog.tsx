import type { PredictionType } from "@airlock/contract";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useForm } from "../parts/forms/use-form.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextLine } from "../ui/text-line.tsx";
import { typeTexts } from "./use-predictions.ts";

interface NewPrediction {
  readonly name: string;
  readonly type: PredictionType;
}

interface CreatePredictionDialogProps {
  readonly create: (fields: NewPrediction) => Promise<void>;
  readonly onClose: () => void;
}

const typeNotes: Readonly<Record<PredictionType, string>> = {
  standard: "Learns from the rows of a datasource, one row for each case.",
  analyticsPrediction: "Learns from events: who did what, when and how much.",
};

/** A name is required: empty marks the field as an error and blocks creation. The type defaults to standard. */
export function CreatePredictionDialog({ create, onClose }: CreatePredictionDialogProps) {
  const initial: NewPrediction = { name: "", type: "standard" };
  const form = useForm("predictions.create", {
    initial,
    body: ({ name, type }) => ({ name: name.trim(), type }),
    words: { name: "Enter a name" },
    checksOnSubmit: true,
    send: create,
    onSaved: onClose,
  });
  const { type } = form.values;
  return (
    <FormDialog
      onClose={onClose}
      title="New prediction"
      subtitle="A prediction turns a datasource into a score that decisions can use."
      {...form.dialog}
      submitLabel="Create"
      formClass="pr-form"
      autoComplete="off"
    >
      <TextLine label="Name" required isFirst {...form.line("name", " ")} />
      <TextField
        select
        label="Type"
        value={type}
        onChange={(event) => form.set({ type: event.target.value === "analyticsPrediction" ? "analyticsPrediction" : "standard" })}
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
