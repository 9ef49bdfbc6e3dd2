import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { channelTitles, type ChannelName } from "./chart/chart-spec.ts";
import { isApplication, isCarried, plainName } from "./field-kind.ts";
import type { ChipDragging } from "./use-chip-drag.ts";

/** The key that puts a chip that has the focus there. */
const keys: Readonly<Record<ChannelName, string>> = { x: "x", y: "y", color: "c", size: "s" };

interface FieldChipProps {
  readonly field: string;
  /** The zone that contains the chip; undefined in the pool. */
  readonly at?: ChannelName;
  /** Where it can be put. */
  readonly zones: readonly ChannelName[];
  readonly dragging: ChipDragging;
  readonly onPut: (field: string, at: ChannelName) => void;
  readonly onRemove?: () => void;
}

export function chipClass(field: string): string {
  return `vi-chip ${isApplication(field) ? "app" : isCarried(field) ? "carried" : "other"}`;
}

/** A draggable field. Enter opens the same choices as a menu, and a letter moves it directly. */
export function FieldChip({ field, at, zones, dragging, onPut, onRemove }: FieldChipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zone = zones.find((name) => keys[name] === event.key.toLowerCase());
    if (zone !== undefined) onPut(field, zone);
    else if (onRemove !== undefined && (event.key === "Delete" || event.key === "Backspace")) onRemove();
    else return;
    event.preventDefault();
  };
  const choose = (work: () => void) => () => {
    setAnchor(null);
    work();
  };
  const { drag } = dragging;
  return (
    <>
      <button
        type="button"
        className={`${chipClass(field)}${drag?.field === field ? " gone" : ""}`}
        data-field={field}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-keyshortcuts={`${zones.map((name) => keys[name].toUpperCase()).join(" ")}${onRemove === undefined ? "" : " Delete"}`}
        title={field}
        aria-label={field}
        onPointerDown={(event) => dragging.begin(event, field, at)}
        onClick={(event) => {
          if (dragging.isClick()) setAnchor(event.currentTarget);
        }}
        onKeyDown={onKey}
      >
        <span className="clip">{plainName(field)}</span>
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { "aria-label": field } }}>
        {zones
          .filter((name) => name !== at)
          .map((name) => (
            <MenuItem key={name} onClick={choose(() => onPut(field, name))}>
              <span className="grow">{channelTitles[name]}</span>
              <kbd className="kbd vi-key">{keys[name].toUpperCase()}</kbd>
            </MenuItem>
          ))}
        {onRemove !== undefined && (
          <MenuItem onClick={choose(onRemove)}>
            <span className="grow">Remove</span>
            <kbd className="kbd vi-key">Del</kbd>
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
