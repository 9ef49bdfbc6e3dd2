import Checkbox from "@mui/material/Checkbox";
import Tooltip from "@mui/material/Tooltip";
import type { PermissionEntry } from "./permission-matrix.ts";

/** The state of the checkboxes of one role, and the action of a tick. */
export interface PermissionBoxes {
  readonly isOn: (entry: PermissionEntry) => boolean;
  /** Whether it differs from what is stored. */
  readonly isChanged: (entry: PermissionEntry) => boolean;
  /** Why it cannot be ticked or unticked. */
  readonly barred: (entry: PermissionEntry) => string | undefined;
  /** Left out when the role is only to be read. */
  readonly onToggle: ((entries: readonly PermissionEntry[], on: boolean) => void) | undefined;
}

interface PermissionBoxProps {
  readonly entry: PermissionEntry;
  readonly boxes: PermissionBoxes;
  /** Refers to the visible sentence, if there is one; otherwise a tooltip shows it. */
  readonly describedBy?: string;
}

/** One permission's checkbox, known by its string. */
export function PermissionBox({ entry, boxes, describedBy }: PermissionBoxProps) {
  const { onToggle } = boxes;
  const barred = boxes.barred(entry);
  const on = boxes.isOn(entry);
  const tip = (
    <>
      <b>{entry.name}</b>
      <br />
      {barred ?? entry.sentence}
    </>
  );
  return (
    <Tooltip disableInteractive title={describedBy === undefined || barred !== undefined ? tip : ""}>
      <span>
        <Checkbox
          checked={on}
          disabled={onToggle === undefined || barred !== undefined}
          className={boxes.isChanged(entry) ? "is-changed" : ""}
          onChange={() => onToggle?.([entry], !on)}
          slotProps={{
            input: { "aria-label": entry.name, ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }) },
          }}
        />
      </span>
    </Tooltip>
  );
}

interface AllBoxProps {
  readonly title: string;
  readonly entries: readonly PermissionEntry[];
  readonly boxes: PermissionBoxes;
}

/** Everything on one noun that this person may tick. */
export function AllBox({ title, entries, boxes }: AllBoxProps) {
  const free = entries.filter((entry) => boxes.barred(entry) === undefined);
  const on = entries.filter(boxes.isOn);
  const allFreeOn = free.length > 0 && free.every(boxes.isOn);
  return (
    <Checkbox
      checked={on.length === entries.length}
      indeterminate={on.length > 0 && on.length < entries.length}
      disabled={boxes.onToggle === undefined || free.length === 0}
      onChange={() => boxes.onToggle?.(free, !allFreeOn)}
      slotProps={{ input: { "aria-label": `All of ${title}` } }}
    />
  );
}
