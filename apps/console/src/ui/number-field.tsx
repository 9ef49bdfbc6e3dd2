import TextField from "@mui/material/TextField";
import { use, useEffect, useRef, useState } from "react";
import { numberRule, numberToType, typedNumber } from "./format/typed-number.ts";
import { RefusedFieldsContext } from "./refused-fields.ts";

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Whole numbers only. */
  readonly whole?: boolean;
  readonly helper?: string | undefined;
  /** Why the number was refused, although it is within the limits. */
  readonly refusal?: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

/**
 * A number field. A text that is not a number within the limits stays in the field, which shows the problem, and does not change the value. The form
 * around it is not submitted meanwhile, nor saved a page without one that has `RefusedFields`: it would send the number from before.
 */
export function NumberField({ label, value, min, max, whole = true, helper, refusal, disabled = false, onChange }: NumberFieldProps) {
  const limits = { min, max, whole };
  const [before, setBefore] = useState(value);
  const [wrong, setWrong] = useState<{ readonly text: string; readonly of: number }>();
  const [typed, setTyped] = useState<string>();
  // Another value from outside replaces what was typed. A disabled field shows its value: no one could correct the text that keeps the form from being sent.
  const wrongText = !disabled && wrong?.of === value ? wrong.text : undefined;
  const isWrong = wrongText !== undefined;
  const input = useRef<HTMLInputElement>(null);
  const refusedFields = use(RefusedFieldsContext);
  useEffect(() => {
    if (!isWrong || input.current === null) return undefined;
    const { form } = input.current;
    if (form === null) return refusedFields?.add(input.current);
    const refuse = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      input.current?.focus();
    };
    // On the form itself, before React's handler, which is on the page's root.
    form.addEventListener("submit", refuse);
    return () => form.removeEventListener("submit", refuse);
  }, [isWrong, refusedFields]);
  return (
    <TextField
      label={label}
      inputRef={input}
      value={wrongText ?? typed ?? numberToType(value)}
      disabled={disabled}
      error={isWrong || refusal !== undefined}
      helperText={wrongText === undefined ? (refusal ?? helper) : numberRule(limits)}
      onChange={(event) => {
        const text = event.target.value;
        const next = typedNumber(text, limits);
        setTyped(text);
        setWrong(next === undefined ? { text, of: before } : undefined);
        // The 12 of a refused 12.5 must not stay: the number from before does.
        if ((next ?? before) !== value) onChange(next ?? before);
      }}
      onFocus={() => {
        if (wrongText === undefined) setBefore(value);
      }}
      onBlur={() => setTyped(undefined)}
      slotProps={{ htmlInput: { inputMode: whole ? "numeric" : "decimal", className: "num" }, inputLabel: { shrink: true } }}
    />
  );
}
