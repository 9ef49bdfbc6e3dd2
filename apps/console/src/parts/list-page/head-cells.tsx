import Checkbox from "@mui/material/Checkbox";
import type { Selection } from "./rows-props.ts";

/** The head of the column of checkboxes: selects all rows, or none. */
export function SelectAllHead({ selection }: { readonly selection: Selection }) {
  return (
    <th className="table-tight">
      <Checkbox
        checked={selection.all === "on"}
        indeterminate={selection.all === "mixed"}
        onChange={selection.onToggleAll}
        slotProps={{ input: { "aria-label": "Select all" } }}
      />
    </th>
  );
}

/** The head of a column of buttons, which need no visible title. */
export function ActionsHead({ className }: { readonly className?: string }) {
  return (
    <th className={className}>
      <span className="sr">Actions</span>
    </th>
  );
}
