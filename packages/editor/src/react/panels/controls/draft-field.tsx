import { useId, useState } from "react";
import type { Refusal } from "../../../rules/refusal.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Hint } from "./hint.tsx";

interface DraftFieldProps {
  readonly label: string;
  readonly quiet?: boolean;
  readonly value: string;
  /** Called when the field loses the focus or on Enter; returns the reason if the text is refused. */
  readonly commit: (text: string) => Refusal | undefined;
  readonly mono?: boolean;
  readonly invalid?: boolean;
  readonly place?: string;
  readonly placeholder?: string;
}

/**
 * A text that is only valid when complete, such as a colour or a number of milliseconds: committed when it is left, not while typing. Esc
 * restores the previous value.
 */
export function DraftField({ label, quiet = false, value, commit, mono = false, invalid = false, place, placeholder }: DraftFieldProps) {
  const { editor, readOnly } = useSurroundings();
  const [draft, setDraft] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const id = useId();
  const hintId = useId();
  const leave = () => {
    if (draft === undefined) return;
    const refused = draft === value ? undefined : commit(draft);
    setRefusal(refused);
    if (refused === undefined) setDraft(undefined);
    editor.settle();
  };
  const input = (
    <span className="ep-field-box">
      <input
        id={id}
        className={mono ? "ep-input mono" : "ep-input"}
        {...(quiet ? { "aria-label": label } : {})}
        {...(place === undefined ? {} : { "data-place": place })}
        value={draft ?? value}
        readOnly={readOnly}
        aria-invalid={invalid || refusal !== undefined}
        aria-describedby={hintId}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setDraft(event.target.value);
          setRefusal(undefined);
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === "Enter") leave();
          if (event.key === "Escape" && draft !== undefined) {
            event.stopPropagation();
            setDraft(undefined);
            setRefusal(undefined);
          }
          // Before the text is committed, undo is that of the input.
          if (draft !== undefined && (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) event.stopPropagation();
        }}
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
