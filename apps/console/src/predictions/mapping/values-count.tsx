import { useState } from "react";
import { number } from "../../ui/format/numbers.ts";
import { valuesCountOf } from "./mapping.ts";

interface ValuesCountProps {
  readonly of: string;
  /** Null leaves it to the training. */
  readonly count: number | null;
  readonly mayEdit: boolean;
  readonly onChange: (count: number | null) => void;
}

/** The number of distinct values of a text column; must be numeric. */
export function ValuesCount({ of, count, mayEdit, onChange }: ValuesCountProps) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (count === null ? "" : number(count));
  const fits = valuesCountOf(shown) !== undefined;
  return (
    <>
      <input
        className="pe-input pe-values num"
        aria-label={`Values of ${of}`}
        aria-invalid={!fits}
        inputMode="numeric"
        placeholder="all"
        value={shown}
        disabled={!mayEdit}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = valuesCountOf(event.target.value);
          if (next !== undefined) onChange(next);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <span className="muted">values</span>
      {!fits && (
        <span className="pe-problem" role="alert">
          A whole number from 1 to 1,000,000
        </span>
      )}
    </>
  );
}
