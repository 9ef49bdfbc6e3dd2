import { useId } from "react";
import { toColour } from "../../../commands/colour.ts";
import type { Refusal } from "../../../rules/refusal.ts";
import { useSurroundings } from "../../editor-context.ts";
import { DraftField } from "./draft-field.tsx";

interface ColourFieldProps {
  /** rgb(0,192,255); empty where several are selected that differ. */
  readonly value: string;
  readonly change: (colour: string) => Refusal | undefined;
}

/** A colour by the browser's picker or as text. */
export function ColourField({ value, change }: ColourFieldProps) {
  const { editor, readOnly } = useSurroundings();
  const id = useId();
  return (
    <div className="ep-field ep-colour">
      <label htmlFor={id}>Colour</label>
      <span className="ep-colour-box">
        <input
          id={id}
          type="color"
          className={value === "" ? "is-mixed" : undefined}
          aria-label="Pick a colour"
          value={toHex(value)}
          disabled={readOnly}
          onChange={(event) => change(event.target.value)}
          onBlur={() => editor.settle()}
        />
        <DraftField quiet mono label="Colour" value={value} commit={change} placeholder="several" />
      </span>
    </div>
  );
}

/** The picker knows #00c0ff only. */
function toHex(colour: string): string {
  const [red = 0, green = 0, blue = 0] = (toColour(colour)?.match(/\d+/g) ?? []).map(Number);
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
