import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { Icon } from "../../../ui/icons/icon.tsx";
import { ChoiceBox } from "../../search/choice-box.tsx";
import type { Choice, ChoiceSearch, EditConflict, SaveOutcome } from "../column.ts";
import { ConflictPopover } from "./conflict-popover.tsx";
import { IconAction } from "../../../ui/icon-action.tsx";

interface CellFieldProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly save: (text: string) => Promise<SaveOutcome>;
  readonly check: ((text: string) => string | undefined) | undefined;
  readonly choices: ChoiceSearch | undefined;
  /** The display text of the value, where it is chosen from a list. */
  readonly shownAs: string | undefined;
  readonly onDone: () => void;
}

/** A cell in edit mode: Enter saves, Escape cancels, Tab saves and opens the next cell. The typed text stays until it is saved or cancelled. */
export function CellField({ label, value, maxLength, save, check, choices, shownAs, onDone }: CellFieldProps) {
  // The state at the start of the edit: a refetch of the list meanwhile must not make a stale change look current.
  const [begun] = useState({ value, save });
  const [text, setText] = useState(value);
  const [chosen, setChosen] = useState<Choice | null>({ value, label: shownAs ?? value });
  const [typed, setTyped] = useState(chosen?.label);
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<EditConflict>();
  const whyId = useId();
  const place = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current ?? place.current?.querySelector("input");
    field?.focus();
    field?.select();
  }, []);
  const trimmed = text.trim();
  const whyNot = trimmed === "" ? "It must not be empty" : trimmed === begun.value ? undefined : check?.(trimmed);
  const why = choices && typed !== (chosen?.label ?? "") ? `Choose one of the ${choices.many}` : whyNot;

  const settle = async (work: Promise<SaveOutcome>) => {
    setSaving(true);
    const outcome = await work.finally(() => setSaving(false));
    if (outcome === "saved") onDone();
    else if (outcome !== "failed") setConflict(outcome);
  };
  const submit = async () => {
    if (why !== undefined || saving) return;
    if (trimmed === begun.value) return onDone();
    await settle(begun.save(trimmed));
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An open list of choices takes these for itself.
    const listOpen = event.currentTarget.getAttribute("aria-expanded") === "true";
    if (event.key === "Enter" && !listOpen) {
      // A save that ends at once focuses the pencil, which this key must not press.
      event.preventDefault();
      void submit();
    }
    if (event.key === "Escape" && !listOpen) {
      // The dialog or drawer around the table must not close with it.
      event.stopPropagation();
      onDone();
    }
    if (event.key === "Tab" && why === undefined) {
      event.preventDefault();
      void submit();
      goBeside(event.currentTarget, event.shiftKey ? -1 : 1);
    }
  };
  const field = {
    className: "cell-input",
    "aria-label": label,
    "aria-invalid": why !== undefined,
    "aria-describedby": whyId,
    required: true,
    onKeyDown: keyDown,
  };
  return (
    <span className="cell-editing" ref={place}>
      {choices ? (
        <ChoiceBox
          className="cell-choice"
          search={choices}
          value={chosen}
          disabled={saving}
          onTyped={setTyped}
          onChange={(next) => {
            setChosen(next);
            setText(next?.value ?? "");
          }}
          renderInput={({ slotProps }) => (
            <span className="cell-choice-input" ref={slotProps.input.ref}>
              <input {...slotProps.htmlInput} {...field} />
            </span>
          )}
        />
      ) : (
        <Tooltip title={trimmed !== "" && why !== undefined ? why : ""} open={trimmed !== "" && why !== undefined} placement="bottom-start">
          <input
            ref={input}
            {...field}
            value={text}
            maxLength={maxLength}
            readOnly={saving}
            onChange={(event) => setText(event.target.value)}
          />
        </Tooltip>
      )}
      <span id={whyId} className="sr">
        {why}
      </span>
      {saving ? (
        <CircularProgress size={16} aria-label="Saving" />
      ) : (
        <>
          <Tooltip title={why ?? "Save"}>
            <span>
              <IconButton size="small" className="cell-save" aria-label="Save" disabled={why !== undefined} onClick={() => void submit()}>
                <Icon name="check" size={16} />
              </IconButton>
            </span>
          </Tooltip>
          <IconAction icon="x" iconSize={16} label="Cancel" size="small" className="cell-cancel" onClick={onDone} />
        </>
      )}
      {conflict && (
        <ConflictPopover
          anchor={() => place.current}
          conflict={conflict}
          mine={trimmed}
          shown={(one) => (choices === undefined ? one : one === chosen?.value ? chosen.label : `another ${choices.one}`)}
          onMine={() => {
            setConflict(undefined);
            void settle(conflict.overwrite(trimmed));
          }}
          onTheirs={onDone}
          onClose={() => setConflict(undefined)}
        />
      )}
    </span>
  );
}

/**
 * Tab moves to the next editable cell and skips the buttons to save and cancel. In the same row it opens that cell's editor, so that typing continues
 * there; the previous editor stays open until it is saved. At the end of a row only the focus moves.
 */
function goBeside(from: HTMLElement, step: 1 | -1): void {
  const rows = "tr, .row-card";
  const stops = [...document.querySelectorAll<HTMLElement>(".cell-pencil, .cell-input")];
  const next = stops[stops.indexOf(from) + step];
  if (next instanceof HTMLButtonElement && next.closest(rows) === from.closest(rows)) next.click();
  else next?.focus();
}
