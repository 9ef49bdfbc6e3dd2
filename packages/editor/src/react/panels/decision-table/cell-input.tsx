/* oxlint-disable jsx-a11y/prefer-tag-over-role -- As the cells of the grid, and a datalist can neither be drawn nor complete a part of a text. */
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Side } from "../../../decision-table/cells.ts";
import { completions, type CellCompletion } from "../../../decision-table/complete-cell.ts";
import { focusWhenShown } from "../../focus-when-shown.ts";

interface CellInputProps {
  readonly label: string;
  readonly text: string;
  readonly side: Side;
  /** Values to offer. */
  readonly values: readonly string[];
  /** Writes the text and moves on by the key; with `all`, into every selected cell. */
  readonly commit: (text: string, event: KeyboardEvent | undefined, all: boolean) => void;
  readonly cancel: () => void;
}

/**
 * The cell being edited. The text is committed on Enter, Tab or a click elsewhere. Completions are offered below; none is chosen until an
 * arrow key does, so that Enter writes the typed text.
 */
export function CellInput({ label, text: initial, side, values, commit, cancel }: CellInputProps) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState({ text: initial, caret: initial.length });
  // A letter began it, and offers help to continue. What F2 opens is complete.
  const [isOpen, setOpen] = useState(initial.length <= 1);
  const [chosen, setChosen] = useState(-1);
  const [isAbove, setAbove] = useState(false);
  const offered = isOpen ? completions(values, typed.text, typed.caret, side) : [];
  const current = offered[chosen];
  useLayoutEffect(() => {
    const grid = box.current?.closest(".et-grid")?.getBoundingClientRect();
    const own = box.current?.getBoundingClientRect();
    if (grid !== undefined && own !== undefined) setAbove(own.bottom + listHeight > grid.bottom && own.top - listHeight > grid.top);
  }, []);

  // A commit by a key removes the input, which blurs it.
  const isDone = useRef(false);
  const finish = (value: string, event: KeyboardEvent | undefined, all = false) => {
    if (isDone.current) return;
    isDone.current = true;
    commit(value, event, all);
  };
  const take = ({ text, caret }: CellCompletion) => {
    setTyped({ text, caret });
    setOpen(false);
    setChosen(-1);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.key === "Escape") {
      if (offered.length > 0) {
        event.preventDefault();
        return setOpen(false);
      }
      isDone.current = true;
      cancel();
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      finish(current?.text ?? event.currentTarget.value, event, event.key === "Enter" && (event.ctrlKey || event.metaKey));
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      // Past either end is the typed text.
      setChosen((now) => (offered.length === 0 ? -1 : ((now + 1 + step + offered.length + 1) % (offered.length + 1)) - 1));
    }
  };
  return (
    <div ref={box} role="gridcell" className="et-completed">
      <input
        ref={focusWhenShown}
        className="et-input mono"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={listId}
        {...(current === undefined ? {} : { "aria-activedescendant": `${listId}-${chosen}` })}
        spellCheck={false}
        autoComplete="off"
        value={typed.text}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          setTyped({ text: value, caret: selectionStart ?? value.length });
          setOpen(true);
          setChosen(-1);
        }}
        onBlur={(event) => finish(event.currentTarget.value, undefined)}
        onKeyDown={keyDown}
      />
      {offered.length > 0 && (
        <div id={listId} role="listbox" aria-label="Values" className={isAbove ? "et-offered is-above" : "et-offered"}>
          {offered.map((completion, index) => (
            // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- keys are those of the input, which keeps the focus.
            <div
              key={completion.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={index === chosen ? "et-offer mono is-chosen" : "et-offer mono"}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(completion)}
            >
              {completion.value}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Of eight values, with the padding around them. */
const listHeight = 240;
