import Button from "@mui/material/Button";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { useId } from "react";
import { shortDate } from "../../../ui/format/dates.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { EditConflict } from "../column.ts";
import "./conflict-popover.css";

interface ConflictPopoverProps {
  readonly anchor: () => HTMLElement | null;
  readonly conflict: EditConflict;
  readonly mine: string;
  /** The display text of a value: the name of a choice instead of its id. */
  readonly shown: (text: string) => string;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  /** Back to the field, with nothing decided. */
  readonly onClose: () => void;
}

/** The conflict of a cell that someone else changed first: the saved value, the typed one, and a choice of the two. */
export function ConflictPopover({ anchor, conflict, mine, shown, onMine, onTheirs, onClose }: ConflictPopoverProps) {
  const titleId = useId();
  const textId = useId();
  const { theirs, by, at } = conflict;
  return (
    <Popover
      open
      anchorEl={anchor}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      onClose={onClose}
      slotProps={{ paper: { className: "conflict", role: "alertdialog", "aria-labelledby": titleId, "aria-describedby": textId } }}
    >
      <h3 id={titleId}>
        <Icon name="warning" size={18} />
        Changed meanwhile
      </h3>
      <div id={textId}>
        <p className="helper">
          {by ?? "Someone else"} changed it{at === undefined ? "" : ` on ${shortDate(at)}`} while you were typing.
        </p>
        <dl>
          <dt>Theirs</dt>
          <dd>{theirs === "" ? "-" : shown(theirs)}</dd>
          <dt>Yours</dt>
          <dd>{shown(mine)}</dd>
        </dl>
      </div>
      <div className="button-row end">
        <Button size="small" variant="outlined" onClick={onTheirs}>
          Use theirs
        </Button>
        <Button size="small" variant="outlined" onClick={onMine}>
          Use mine
        </Button>
      </div>
    </Popover>
  );
}
