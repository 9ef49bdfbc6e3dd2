import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { FilterButton } from "./filter-button.tsx";
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
      <FilterButton
        label={chosen === undefined ? label : `${label}: ${chosen}`}
        isOn={value !== undefined}
        opens="menu"
        anchor={anchor}
        onOpen={setAnchor}
      />
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
