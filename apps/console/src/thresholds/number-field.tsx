import { useState } from "react";

interface NumberFieldProps {
  readonly label: string;
  readonly text: string;
  readonly isChanged: boolean;
  readonly onChange: (text: string) => void;
}

const typed = /^-?\d{1,15}(\.\d{1,12})?$/;

/** A number field. An incomplete number stays in the field and does not change the value. */
export function NumberField({ label, text, isChanged, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState<{ readonly of: string; readonly text: string }>();
  const shown = draft?.of === text ? draft.text : text;
  const isWrong = shown !== text && !typed.test(shown);
  return (
    <input
      className={isChanged ? "sl-field is-on" : "sl-field"}
      aria-label={label}
      aria-invalid={isWrong}
      inputMode="decimal"
      value={shown}
      onChange={(event) => {
        const next = event.target.value;
        if (typed.test(next)) {
          setDraft(undefined);
          onChange(next);
        } else setDraft({ of: text, text: next });
      }}
    />
  );
}
