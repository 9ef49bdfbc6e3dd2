import type { ListColumn, ListValue } from "@airlock/contract";
import { readListValue } from "@airlock/contract/list-values";
import { useId, useState } from "react";
import { isNumeric, valueText } from "./list-words.ts";

interface CellProps {
  readonly column: ListColumn;
  /** `province of 3014` */
  readonly label: string;
  readonly value: ListValue;
  /** What the newest version has, where it differs; undefined where it does not. */
  readonly before: ListValue | undefined;
  /** Undefined where it may not be changed. */
  readonly onSave: ((value: ListValue) => void) | undefined;
}

/** A value of a row: a click or Enter edits it, Enter saves, Escape does not. */
export function Cell({ column, label, value, before, onSave }: CellProps) {
  const [typed, setTyped] = useState<string>();
  const problemId = useId();
  const shown = (
    <>
      {before !== undefined && <s>{valueText(before) === "" ? "missing" : valueText(before)}</s>}
      {value === null ? (
        <span className="faint">missing</span>
      ) : before === undefined ? (
        <span className="clip">{valueText(value)}</span>
      ) : (
        <b>{valueText(value)}</b>
      )}
    </>
  );
  if (onSave === undefined) return <td className={isNumeric(column) ? "num" : undefined}>{shown}</td>;
  if (typed === undefined) {
    return (
      <td className={isNumeric(column) ? "num" : undefined}>
        <button type="button" className="list-cell" onClick={() => setTyped(valueText(value))}>
          <span className="sr">Edit {label}: </span>
          {shown}
        </button>
      </td>
    );
  }
  const given = typed === "" ? null : typed;
  const read = readListValue(given, column.type);
  const save = () => {
    if (!read.ok) return;
    setTyped(undefined);
    if (read.value !== value) onSave(read.value);
  };
  return (
    <td className={isNumeric(column) ? "num" : undefined}>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button that was pressed.
        autoFocus
        className="list-cell-input"
        aria-label={label}
        aria-invalid={!read.ok}
        aria-describedby={read.ok ? undefined : problemId}
        value={typed}
        maxLength={500}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => (read.ok ? save() : setTyped(undefined))}
        onKeyDown={(event) => {
          if (event.key === "Enter") save();
          if (event.key === "Escape") {
            // Otherwise the panel would close.
            event.preventDefault();
            event.stopPropagation();
            setTyped(undefined);
          }
        }}
      />
      {!read.ok && (
        <span id={problemId} role="alert" className="list-cell-wrong">
          {column.name} {read.message}
        </span>
      )}
    </td>
  );
}
