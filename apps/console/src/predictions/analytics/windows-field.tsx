import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { maxWindows, windowTyped, withoutWindow, withWindow } from "./analytics.ts";

interface WindowsFieldProps {
  readonly windows: readonly number[];
  readonly mayEdit: boolean;
  readonly onChange: (windows: number[]) => void;
}

/** Over how many days before the moment of the score events are counted and summed up. */
export function WindowsField({ windows, mayEdit, onChange }: WindowsFieldProps) {
  const [typed, setTyped] = useState("");
  const days = windowTyped(typed);
  const isFull = windows.length >= maxWindows;
  const add = () => {
    if (days === undefined || isFull) return;
    onChange(withWindow(windows, days));
    setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset className="pa-windows">
      <legend>Windows, in days</legend>
      <div className="pe-bounds">
        {windows.map((window) => (
          <span key={window} className="chip pe-bound pa-window">
            {window}
            {mayEdit && windows.length > 1 && (
              <button
                type="button"
                aria-label={`Remove the window of ${counted(window, "day")}`}
                onClick={() => onChange([...withoutWindow(windows, window)])}
              >
                <Icon name="x" size={12} />
              </button>
            )}
          </span>
        ))}
        {mayEdit && !isFull && (
          <>
            <input
              className="pe-input pe-bound-field num"
              aria-label="Another window, in days"
              inputMode="numeric"
              value={typed}
              maxLength={4}
              aria-invalid={typed !== "" && days === undefined}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <Tooltip title="Add the window">
              <span>
                <IconButton size="small" aria-label="Add the window" disabled={days === undefined} onClick={add}>
                  <Icon name="plus" size={16} />
                </IconButton>
              </span>
            </Tooltip>
          </>
        )}
      </div>
      <p className="helper">Events are counted and summed up over each, up to the moment of the score.</p>
    </fieldset>
  );
}
