import { Popover } from "../../ui/overlays/popover.tsx";
import { useState } from "react";
import type { ReactNode } from "react";
import { FilterButton } from "./filter-button.tsx";
import "./filter-popover.css";

interface FilterPopoverProps {
  /** What it filters by, or what it is set to. */
  readonly label: string;
  readonly on: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A filter of a list that has more to it than a few choices: opens to its controls. */
export function FilterPopover({ label, on, children }: FilterPopoverProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <FilterButton label={label} isOn={on} opens="dialog" anchor={anchor} onOpen={setAnchor} />
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { className: "filter-popover", role: "dialog", "aria-label": label } }}
      >
        {children(() => setAnchor(null))}
      </Popover>
    </>
  );
}
