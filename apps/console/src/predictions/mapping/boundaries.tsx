import { formatNumber } from "@airlock/flow/locale";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { nextBoundary, withBoundary } from "./mapping.ts";
import { IconAction } from "../../ui/icon-action.tsx";
import { numberToType, typedNumber } from "../../ui/format/typed-number.ts";

interface BoundariesProps {
  readonly of: string;
  readonly boundaries: readonly number[];
  readonly mayEdit: boolean;
  readonly onChange: (boundaries: number[]) => void;
}

const text = (value: number) => formatNumber(value, { maximumFractionDigits: 6 });

/** The bands of a number. A new one is the highest plus one, or 0; a press on it changes it. */
export function Boundaries({ of, boundaries, mayEdit, onChange }: BoundariesProps) {
  const [editing, setEditing] = useState<number>();
  const without = (gone: number) => boundaries.filter((one) => one !== gone);
  return (
    <>
      {boundaries.map((boundary) =>
        editing === boundary ? (
          <BoundaryField
            key={boundary}
            of={of}
            value={boundary}
            onDone={(next) => {
              setEditing(undefined);
              if (next !== undefined) onChange(withBoundary(without(boundary), next));
            }}
          />
        ) : (
          <span key={boundary} className="chip pe-bound num">
            <button type="button" disabled={!mayEdit} aria-label={`Change ${text(boundary)} of ${of}`} onClick={() => setEditing(boundary)}>
              {text(boundary)}
            </button>
            {mayEdit && (
              <button type="button" aria-label={`Remove ${text(boundary)} from ${of}`} onClick={() => onChange(without(boundary))}>
                <Icon name="x" size={10} />
              </button>
            )}
          </span>
        ),
      )}
      {mayEdit && (
        <IconAction
          icon="plus"
          iconSize={16}
          label={`Add boundary to ${of}`}
          hint="Add boundary"
          size="small"
          onClick={() => onChange(withBoundary(boundaries, nextBoundary(boundaries)))}
        />
      )}
      {boundaries.length === 0 && <span className="faint">found by the training</span>}
    </>
  );
}

interface BoundaryFieldProps {
  readonly of: string;
  readonly value: number;
  /** Undefined leaves it as it was. */
  readonly onDone: (value: number | undefined) => void;
}

function BoundaryField({ of, value, onDone }: BoundaryFieldProps) {
  const [typed, setTyped] = useState<string>();
  // Until something is typed it stays as it is: it may have more decimals than the text.
  const number = typed === undefined ? undefined : typedNumber(typed);
  return (
    <input
      className="pe-input pe-bound-field num"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- someone pressed on it to write in it.
      autoFocus
      aria-label={`Boundary of ${of}`}
      aria-invalid={typed !== undefined && number === undefined}
      inputMode="decimal"
      value={typed ?? numberToType(value)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => onDone(number)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onDone(number);
        if (event.key === "Escape") onDone(undefined);
      }}
    />
  );
}
