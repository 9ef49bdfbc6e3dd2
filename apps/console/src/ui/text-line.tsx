import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { focusWhenShown } from "./dialogs/focus-when-shown.ts";

interface TextLineProps extends Omit<TextFieldProps, "value" | "onChange" | "slotProps" | "inputRef"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength: number;
  /** A dialog focuses it when it opens. */
  readonly isFirst?: boolean;
}

/** Text of one line, with its label above it. */
export function TextLine({ onChange, maxLength, isFirst = false, ...props }: TextLineProps) {
  return (
    <TextField
      {...props}
      {...(isFirst ? { inputRef: focusWhenShown } : {})}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength }, inputLabel: { shrink: true } }}
    />
  );
}
