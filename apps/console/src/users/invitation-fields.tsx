import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { counted } from "../ui/format/numbers.ts";
import { whyNotNote } from "./invitation-note.ts";

const dayChoices = [1, 3, 7, 14, 30];

interface InvitationFieldsProps {
  readonly days: number;
  readonly onDays: (days: number) => void;
  readonly note: string;
  readonly onNote: (note: string) => void;
}

/** How long the link of an invitation works, and what the sender writes in its mail. */
export function InvitationFields({ days, onDays, note, onNote }: InvitationFieldsProps) {
  const fault = whyNotNote(note);
  return (
    <>
      <TextField
        select
        label="The link works for"
        value={days}
        onChange={(event) => onDays(Number(event.target.value))}
        slotProps={{ inputLabel: { shrink: true } }}
      >
        {dayChoices.map((choice) => (
          <MenuItem key={choice} value={choice}>
            {counted(choice, "day")}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Note in the mail"
        multiline
        minRows={2}
        maxRows={5}
        value={note}
        error={fault !== undefined}
        helperText={fault ?? "Shown as your words"}
        onChange={(event) => onNote(event.target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </>
  );
}
