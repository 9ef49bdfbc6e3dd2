import type { ListColumn, ListValue } from "@airlock/contract";
import { readListValue } from "@airlock/contract/list-values";
import { useId, useRef, useState } from "react";
import type { EditConflict, SaveOutcome } from "../parts/list-page/column.ts";
import { ConflictPopover } from "../parts/list-page/editing/conflict-popover.tsx";
import { useFocusAfterEdit } from "../parts/list-page/editing/use-focus-after-edit.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { displayText, isNumeric, valueText } from "./list-words.ts";

interface CellProps {
  readonly column: ListColumn;
  /** `province of 3014` */
  readonly label: string;
  readonly value: ListValue;
  /** What the newest version has, where it differs; undefined where it does not. */
  readonly before: ListValue | undefined;
  /** Undefined where it may not be changed. */
  readonly save: ((value: ListValue) => Promise<SaveOutcome>) | undefined;
}

/** A value of a row: a click or Enter edits it, Enter saves, Escape does not. */
export function Cell({ column, label, value, before, save }: CellProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useFocusAfterEdit(isEditing);
  const shown = (
    <>
      {before !== undefined && <s>{displayText(before)}</s>}
      {value === null ? (
        <span className="faint">missing</span>
      ) : before === undefined ? (
        <span className="clip">{valueText(value)}</span>
      ) : (
        <b>{valueText(value)}</b>
      )}
    </>
  );
  return (
    <td className={isNumeric(column) ? "num" : undefined}>
      {save === undefined ? (
        shown
      ) : isEditing ? (
        <CellInput column={column} label={label} value={value} save={save} onDone={() => setEditing(false)} />
      ) : (
        <button ref={button} type="button" className="list-cell" onClick={() => setEditing(true)}>
          <span className="sr">Edit {label}: </span>
          {shown}
        </button>
      )}
    </td>
  );
}

interface CellInputProps extends Pick<CellProps, "column" | "label" | "value"> {
  readonly save: (value: ListValue) => Promise<SaveOutcome>;
  readonly onDone: () => void;
}

/** The typed text stays until it is saved or cancelled. */
function CellInput({ column, label, value, save, onDone }: CellInputProps) {
  // The state at the start of the edit: when the rows are loaded again meanwhile, a stale change must not look current.
  const [begun] = useState({ value, save });
  const [typed, setTyped] = useState(valueText(value));
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<EditConflict>();
  const messages = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const given = typed === "" ? null : typed;
  const read = readListValue(given, column.type);

  const settle = async (saving: Promise<SaveOutcome>) => {
    setSaving(true);
    const outcome = await saving;
    setSaving(false);
    if (input.current === null) {
      // Another page or list is shown, or the edit was cancelled.
      if (typeof outcome === "object") {
        messages.warning("Changed meanwhile", `Someone else changed ${label} to ${outcome.theirs}. Your value was not saved.`);
      }
    } else if (outcome === "saved") onDone();
    else if (outcome !== "failed") setConflict(outcome);
  };
  const submit = () => {
    if (!read.ok || isSaving) return;
    if (read.value === begun.value) onDone();
    else void settle(begun.save(read.value));
  };
  return (
    <>
      <input
        ref={input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button that was pressed.
        autoFocus
        className="list-cell-input"
        aria-label={label}
        aria-invalid={!read.ok}
        aria-describedby={read.ok ? undefined : problemId}
        aria-busy={isSaving}
        value={typed}
        maxLength={500}
        readOnly={isSaving}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={({ relatedTarget }) => {
          // A conflict of this cell or of another one takes the focus: the user continues here after it.
          if (relatedTarget?.closest('[role="alertdialog"]')) return;
          if (read.ok) submit();
          else onDone();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            // An edit that ends at once focuses the button, which this key must not press.
            event.preventDefault();
            submit();
          }
          if (event.key === "Escape") {
            // Otherwise the panel would close.
            event.preventDefault();
            event.stopPropagation();
            onDone();
          }
        }}
      />
      {!read.ok && (
        <span id={problemId} role="alert" className="list-cell-wrong">
          {column.name} {read.message}
        </span>
      )}
      {conflict && (
        <ConflictPopover
          anchor={() => input.current}
          conflict={conflict}
          mine={displayText(given)}
          shown={(text) => text}
          onMine={() => {
            setConflict(undefined);
            void settle(conflict.overwrite(typed));
          }}
          onTheirs={onDone}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
}
