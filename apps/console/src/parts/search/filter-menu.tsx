import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Choice } from "../list-page/column.ts";

interface FilterMenuProps {
  /** 'Organisation' */
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string | undefined) => void;
}

/** One filter of a list: shows its value, and opens its choices. */
export function FilterMenu({ label, value, choices, onChange }: FilterMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value;
  const choose = (next: string | undefined) => {
    setAnchor(null);
    onChange(next);
  };
  const item = (next: string | undefined, text: string) => (
    <MenuItem key={next ?? ""} role="menuitemradio" aria-checked={next === value} selected={next === value} onClick={() => choose(next)}>
      {text}
    </MenuItem>
  );
  return (
    <>
      <Button
        size="small"
        color={value === undefined ? "inherit" : "primary"}
        className={value === undefined ? "filter" : "filter on"}
        startIcon={<Icon name="filter" size={14} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="clip">{chosen === undefined ? label : `${label}: ${chosen}`}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        container={() => anchor?.closest("main") ?? null}
        slotProps={{ list: { "aria-label": label }, paper: { sx: { maxHeight: 400 } } }}
      >
        {item(undefined, "All")}
        {choices.map((choice) => item(choice.value, choice.label))}
      </Menu>
    </>
  );
}
