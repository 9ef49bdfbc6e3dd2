import TextField, { type TextFieldProps } from "@mui/material/TextField";

interface TextAreaProps extends Omit<TextFieldProps, "value" | "onChange" | "multiline" | "slotProps"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Text of several lines, at most as long as the api accepts for descriptions, reasons and comments. */
export function TextArea({ onChange, minRows = 2, ...props }: TextAreaProps) {
  return (
    <TextField
      {...props}
      multiline
      minRows={minRows}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 2000 }, inputLabel: { shrink: true } }}
    />
  );
}
