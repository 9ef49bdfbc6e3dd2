import TextField from "@mui/material/TextField";
import type { Ref } from "react";

/** What is typed into a `FutureTimeField`. */
export interface FutureTime {
  readonly typed: string;
  /** The time as the api takes it; undefined while the field is empty or has a problem. */
  readonly date: string | undefined;
  /** Why the time cannot be taken. */
  readonly problem: string | undefined;
}

export const noTime: FutureTime = { typed: "", date: undefined, problem: undefined };

interface FutureTimeFieldProps {
  readonly label: string;
  readonly time: FutureTime;
  readonly onChange: (time: FutureTime) => void;
  readonly helperText: string;
  /** False where an empty field means now. */
  readonly required: boolean;
  /** Another reason why a time cannot be taken. */
  readonly refuse?: (millis: number) => string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A date and time in the future, on the clock of the user. */
export function FutureTimeField({ label, time, onChange, helperText, required, refuse, inputRef }: FutureTimeFieldProps) {
  const { typed, problem } = time;
  return (
    <TextField
      fullWidth
      label={label}
      type="datetime-local"
      {...(inputRef === undefined ? {} : { inputRef })}
      value={typed}
      onChange={(event) => onChange(read(event.target.value, required, refuse))}
      error={problem !== undefined}
      helperText={problem ?? helperText}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

function read(typed: string, required: boolean, refuse: FutureTimeFieldProps["refuse"]): FutureTime {
  if (typed === "") return noTime;
  const millis = Date.parse(typed);
  const past = `Choose a time in the future${required ? "" : ", or leave it empty"}.`;
  const problem = refuse?.(millis) ?? (millis <= Date.now() ? past : undefined);
  return { typed, date: problem === undefined ? new Date(millis).toISOString() : undefined, problem };
}
