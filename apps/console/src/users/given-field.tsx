import Checkbox from "@mui/material/Checkbox";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { GivenChoice } from "./use-given-choices.ts";

interface GivenFieldProps {
  readonly label: "Roles" | "Groups";
  readonly choices: readonly GivenChoice[];
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Several of the organisation's roles or groups, none at first. */
export function GivenField({ label, choices, value, onChange }: GivenFieldProps) {
  const names = choices.filter(({ id }) => value.includes(id)).map(({ name }) => name);
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => {
        const chosen: unknown = event.target.value;
        onChange(Array.isArray(chosen) ? chosen.map(String) : []);
      }}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: () => (names.length === 0 ? <span className="faint">None</span> : names.join(", ")),
        },
      }}
    >
      {choices.map(({ id, name, description, beyond }) => (
        <MenuItem key={id} value={id} disabled={beyond} className="given-choice">
          <Checkbox checked={value.includes(id)} tabIndex={-1} disableRipple />
          <span>
            <b>{name}</b>
            <small>{beyond ? "It allows more than your own roles do, so you cannot give it." : description}</small>
          </span>
        </MenuItem>
      ))}
    </TextField>
  );
}
