import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Refusal } from "../../../rules/refusal.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Hint } from "./hint.tsx";

interface TextFieldProps {
  readonly label: string;
  /** The label is read, not seen: in a row under a column head. */
  readonly quiet?: boolean;
  readonly value: string;
  /** Called with the whole text at every keystroke; returns the reason if it is refused. */
  readonly change: (text: string) => Refusal | undefined;
  readonly mono?: boolean;
  readonly numeric?: boolean;
  readonly invalid?: boolean;
  readonly placeholder?: string;
  readonly describedBy?: string;
  /** Identifies the control for messages that lead here. */
  readonly place?: string;
  /** The text is a default: a click selects all of it, so that typing replaces it. */
  readonly isDefault?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

interface Refused {
  readonly refusal: Refusal;
  /** The text was to be a number. */
  readonly isNumber: boolean;
  readonly text: string;
  /** The document's value meanwhile. */
  readonly of: string;
}

/**
 * A text that is committed at every keystroke. Characters that the rules refuse do not appear, and a hint gives the reason. An invalid
 * number stays as typed, since 12.5 without its dot would be 125; the document keeps the previous value.
 */
export function TextField(props: TextFieldProps) {
  const { label, quiet = false, value, change, mono = false, numeric = false, invalid = false, placeholder, describedBy, place } = props;
  const { editor, readOnly } = useSurroundings();
  const [refused, setRefused] = useState<Refused>();
  const [before, setBefore] = useState(value);
  // A new value from outside, such as an undo, replaces the refused text.
  const kept = refused?.isNumber === true && refused.of === value ? refused : undefined;
  const refusal = refused?.isNumber === true ? kept?.refusal : refused?.refusal;
  const onChange = (text: string) => {
    const why = change(text);
    const isNumber = why?.code === "NOT_INTEGER_TEXT" || why?.code === "NOT_NUMBER_TEXT";
    // The 12 of a refused 12.5 must not stay in the document: the value from before does.
    if (isNumber) change(before);
    setRefused(why && { refusal: why, isNumber, text, of: before });
  };
  const id = useId();
  const hintId = useId();
  const input = (
    <span className="ep-field-box">
      <input
        id={id}
        className={mono ? "ep-input mono" : "ep-input"}
        {...(quiet ? { "aria-label": label } : {})}
        {...(place === undefined ? {} : { "data-place": place })}
        value={kept?.text ?? value}
        readOnly={readOnly}
        aria-invalid={invalid || refusal !== undefined}
        aria-describedby={describedBy === undefined ? hintId : `${hintId} ${describedBy}`}
        placeholder={placeholder}
        inputMode={numeric ? "decimal" : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onFocus={() => {
          if (kept === undefined) setBefore(value);
        }}
        onClick={({ currentTarget }) => {
          if (props.isDefault === true && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select();
        }}
        onBlur={() => {
          if (kept === undefined) setRefused(undefined);
          editor.settle();
        }}
        onKeyDown={props.onKeyDown}
      />
      <Hint id={hintId} refusal={refusal} />
    </span>
  );
  if (quiet) return input;
  return (
    <div className="ep-field">
      <label htmlFor={id}>{label}</label>
      {input}
    </div>
  );
}
