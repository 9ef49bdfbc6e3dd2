import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { Wizard } from "./use-wizard.ts";

/** Events that analytics predictions learn from, or anything else. */
export function TableTypeField({ wizard: { tableType, setTableType } }: { readonly wizard: Wizard }) {
  return (
    <TextField
      select
      label="Table type"
      value={tableType}
      helperText={tableType === "custom" ? " " : "Analytics predictions learn from it: who did what, when and how much."}
      onChange={(event) => setTableType(event.target.value === "custom" ? "custom" : "predictiveAnalytics")}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      <MenuItem value="custom">custom</MenuItem>
      <MenuItem value="predictiveAnalytics">predictiveAnalytics</MenuItem>
    </TextField>
  );
}
