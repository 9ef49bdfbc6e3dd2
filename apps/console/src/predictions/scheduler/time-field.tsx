import TextField from "@mui/material/TextField";
import { useState } from "react";
import { timeTyped } from "./scheduler-value.ts";

interface TimeFieldProps {
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (time: string) => void;
}

/** Hours and minutes of a day, for everyone as they are kept: a browser's own field shows them in the manner of its country. */
export function TimeField({ value, disabled, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const isWrong = timeTyped(text) === undefined;
  return (
    <TextField
      label="Time"
      value={text}
      disabled={disabled}
      error={isWrong}
      helperText={isWrong ? "From 00:00 to 23:59" : "Hours and minutes"}
      onChange={(event) => {
        setTyped(event.target.value);
        const time = timeTyped(event.target.value);
        if (time !== undefined) onChange(time);
      }}
      // Typed text is discarded on blur: the field then shows the saved time.
      onBlur={() => setTyped(undefined)}
      slotProps={{ htmlInput: { maxLength: 5, className: "num" }, inputLabel: { shrink: true } }}
    />
  );
}
