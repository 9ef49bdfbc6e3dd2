import TextField from "@mui/material/TextField";
import { useNameTaken } from "./use-name-taken.ts";
import type { Wizard } from "./use-wizard.ts";

export function NameField({ wizard }: { readonly wizard: Wizard }) {
  const isTaken = useNameTaken(wizard.name.trim());
  return (
    <TextField
      label="Name"
      required
      value={wizard.name}
      autoComplete="off"
      {...(isTaken ? { helperText: "Another datasource has this name. In lists the two differ by their date and size only." } : {})}
      onChange={(event) => wizard.rename(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
    />
  );
}
