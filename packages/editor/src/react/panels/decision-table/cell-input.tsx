import { useRef } from "react";
import type { KeyboardEvent } from "react";
import { focusWhenShown } from "../../focus-when-shown.ts";

interface CellInputProps {
  readonly label: string;
  readonly text: string;
  /** Writes the text and moves on by the key; with `all`, into every selected cell. */
  readonly commit: (text: string, event: KeyboardEvent | undefined, all: boolean) => void;
  readonly cancel: () => void;
}

/** The cell in edit. What is typed stays here until Enter, Tab or a click elsewhere writes it. */
export function CellInput({ label, text, commit, cancel }: CellInputProps) {
  // A commit by a key takes the input away, which blurs it.
  const isDone = useRef(false);
  const finish = (value: string, event: KeyboardEvent | undefined, all = false) => {
    if (isDone.current) return;
    isDone.current = true;
    commit(value, event, all);
  };
  return (
    <input
      ref={focusWhenShown}
      className="et-input mono"
      aria-label={label}
      spellCheck={false}
      autoComplete="off"
      defaultValue={text}
      onBlur={(event) => finish(event.currentTarget.value, undefined)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") {
          isDone.current = true;
          cancel();
        } else if (event.key === "Enter" || event.key === "Tab") {
          event.preventDefault();
          finish(event.currentTarget.value, event, event.key === "Enter" && (event.ctrlKey || event.metaKey));
        }
      }}
    />
  );
}
