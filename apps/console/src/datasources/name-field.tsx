import TextField from "@mui/material/TextField";
import type { Wizard } from "./use-wizard.ts";

export function NameField({ wizard }: { readonly wizard: Wizard }) {
  return (
    <TextField
      label="Name"
      required
      value={wizard.name}
      autoComplete="off"
      onChange={(event) => wizard.rename(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
    />
  );
}
