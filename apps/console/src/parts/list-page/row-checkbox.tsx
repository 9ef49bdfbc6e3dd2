import Checkbox from "@mui/material/Checkbox";
import Tooltip from "@mui/material/Tooltip";
import type { Selection } from "./rows-props.ts";

interface RowCheckboxProps {
  readonly selection: Selection;
  readonly rowKey: string;
  readonly name: string;
}

/** Selects a row; disabled with the reason where the row cannot be selected. */
export function RowCheckbox({ selection, rowKey, name }: RowCheckboxProps) {
  const barred = selection.barred(rowKey);
  return (
    <Tooltip title={barred ?? ""}>
      <span>
        <Checkbox
          checked={selection.keys.has(rowKey)}
          disabled={barred !== undefined}
          onChange={() => selection.onToggle(rowKey)}
          slotProps={{ input: { "aria-label": barred === undefined ? `Select ${name}` : `Select ${name}: ${barred}` } }}
        />
      </span>
    </Tooltip>
  );
}
