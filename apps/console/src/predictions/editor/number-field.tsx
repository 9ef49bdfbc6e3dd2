import TextField from "@mui/material/TextField";
import { useState } from "react";

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Whole numbers only. */
  readonly whole?: boolean;
  readonly helper?: string;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

/** A number as it is typed; what does not fit is told and not taken. */
export function NumberField({ label, value, min, max, whole = true, helper, disabled = false, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? String(value);
  const number = Number(text.replaceAll(",", "").trim());
  const fits = text.trim() !== "" && Number.isFinite(number) && (!whole || Number.isInteger(number)) && number >= min && number <= max;
  return (
    <TextField
      label={label}
      value={text}
      disabled={disabled}
      error={!fits}
      helperText={
        fits ? helper : `${whole ? "A whole number" : "A number"} from ${min.toLocaleString("en-GB")} to ${max.toLocaleString("en-GB")}`
      }
      onChange={(event) => {
        setTyped(event.target.value);
        const next = Number(event.target.value.replaceAll(",", "").trim());
        if (event.target.value.trim() !== "" && Number.isFinite(next) && (!whole || Number.isInteger(next)) && next >= min && next <= max)
          onChange(next);
      }}
      // What was typed stays only while it is typed: afterwards the number that is in force stands there.
      onBlur={() => setTyped(undefined)}
      slotProps={{ htmlInput: { inputMode: whole ? "numeric" : "decimal", className: "num" }, inputLabel: { shrink: true } }}
    />
  );
}
