import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "../look/icon.tsx";

interface EditableCellProps {
  /** 'Name of Consumer credit' */
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly editing: boolean;
  readonly onEditing: (editing: boolean) => void;
  readonly save: ((text: string) => Promise<void>) | undefined;
  /** Why nobody can change it. */
  readonly locked: string | undefined;
  readonly children: ReactNode;
}

/** Shows its value and a pencil; then a field with a check and a cancel. The row keeps its height throughout. */
export function EditableCell({ label, value, maxLength, editing, onEditing, save, locked, children }: EditableCellProps) {
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Back to where the edit began, unless Tab has gone on already.
    if (wasEditing.current && !editing && document.activeElement === document.body) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

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
  if (editing) return <CellField label={label} value={value} maxLength={maxLength} save={save} onDone={() => onEditing(false)} />;
  return (
    <span className="cell-edit">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the pencil beside it is the keyboard's way. */}
      <span className="clip cell-text" onClick={() => onEditing(true)}>
        {children}
      </span>
      <IconButton
        ref={pencil}
        size="small"
        className="cell-pencil"
        aria-label={`Edit ${label}`}
        onClick={() => onEditing(true)}
        onKeyDown={(event) => {
          if (event.key === "F2") onEditing(true);
        }}
      >
        <Icon name="pencil" size={16} />
      </IconButton>
    </span>
  );
}

interface CellFieldProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly save: (text: string) => Promise<void>;
  readonly onDone: () => void;
}

function CellField({ label, value, maxLength, save, onDone }: CellFieldProps) {
  const [text, setText] = useState(value);
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const isEmpty = text.trim() === "";

  const submit = async () => {
    if (isEmpty || saving) return;
    if (text.trim() === value) return onDone();
    setSaving(true);
    try {
      await save(text.trim());
    } finally {
      setSaving(false);
      onDone();
    }
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") void submit();
    if (event.key === "Escape") {
      // The dialog or drawer around the table must not close with it.
      event.stopPropagation();
      onDone();
    }
    if (event.key === "Tab" && !isEmpty) {
      event.preventDefault();
      focusBeside(event.currentTarget, event.shiftKey ? -1 : 1);
      void submit();
    }
  };
  return (
    <span className="cell-editing">
      <input
        ref={field}
        className="cell-input"
        aria-label={label}
        aria-invalid={isEmpty}
        required
        maxLength={maxLength}
        value={text}
        readOnly={saving}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keyDown}
      />
      {saving ? (
        <CircularProgress size={16} aria-label="Saving" />
      ) : (
        <>
          <Tooltip title={isEmpty ? "It must not be empty" : "Save"}>
            <span>
              <IconButton size="small" className="cell-save" aria-label="Save" disabled={isEmpty} onClick={() => void submit()}>
                <Icon name="check" size={16} />
              </IconButton>
            </span>
          </Tooltip>
          <Tooltip title="Cancel">
            <IconButton size="small" className="cell-cancel" aria-label="Cancel" onClick={onDone}>
              <Icon name="x" size={16} />
            </IconButton>
          </Tooltip>
        </>
      )}
    </span>
  );
}

/** Tab goes on to the next cell that can be edited, not to the check and the cancel. */
function focusBeside(from: HTMLElement, step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>(".cell-pencil, .cell-input")];
  stops[stops.indexOf(from) + step]?.focus();
}
