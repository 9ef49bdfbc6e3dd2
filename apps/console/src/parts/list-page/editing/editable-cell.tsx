import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { ReactNode } from "react";
import { Icon } from "../../../ui/icons/icon.tsx";
import { CellField } from "./cell-field.tsx";
import type { ChoiceSearch, SaveOutcome } from "../column.ts";
import { useFocusAfterEdit } from "./use-focus-after-edit.ts";
import "./editable-cell.css";

interface EditableCellProps {
  /** 'Name of Consumer credit' */
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly editing: boolean;
  readonly onEditing: (editing: boolean) => void;
  readonly save: ((text: string) => Promise<SaveOutcome>) | undefined;
  /** Why the cell is read-only for every user. */
  readonly locked?: string | undefined;
  readonly check?: ((text: string) => string | undefined) | undefined;
  readonly choices?: ChoiceSearch | undefined;
  readonly shownAs?: string | undefined;
  readonly children: ReactNode;
}

/** Shows its value and a pencil; in edit mode a field with buttons to save and cancel. The row keeps its height. */
export function EditableCell(props: EditableCellProps) {
  const { label, value, maxLength, editing, onEditing, save, locked, check, choices, shownAs, children } = props;
  const pencil = useFocusAfterEdit(editing);

  if (locked !== undefined) {
    return (
      <span className="cell-edit">
        <span className="clip">{children}</span>
        <Tooltip title={locked}>
          <span className="cell-lock">
            <Icon name="lock" size={14} />
            <span className="sr">{locked}</span>
          </span>
        </Tooltip>
      </span>
    );
  }
  if (save === undefined) return <span className="clip">{children}</span>;
  if (editing) {
    return (
      <CellField
        label={label}
        value={value}
        maxLength={maxLength}
        save={save}
        check={check}
        choices={choices}
        shownAs={shownAs}
        onDone={() => onEditing(false)}
      />
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the pencil and a link inside take the keys; this only listens.
    <span
      className="cell-edit"
      onKeyDown={(event) => {
        if (event.key === "F2") onEditing(true);
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the pencil beside it is the keyboard's way. */}
      <span
        className="clip cell-text"
        onClick={(event) => {
          // A link in the cell opens what it names.
          if (!(event.target instanceof HTMLAnchorElement)) onEditing(true);
        }}
      >
        {children}
      </span>
      <IconButton ref={pencil} size="small" className="cell-pencil" aria-label={`Edit ${label}`} onClick={() => onEditing(true)}>
        <Icon name="pencil" size={16} />
      </IconButton>
    </span>
  );
}
