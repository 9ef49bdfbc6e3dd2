import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useEffect, useRef, useState } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { Icon } from "../../ui/icons/icon.tsx";

interface SearchFieldProps {
  /** 'Filter solutions' */
  readonly label: string;
  /** In the empty field instead of its label: what it understands. */
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

const pauseMillis = 300;

/** A debounced search field: reports the text when typing pauses. */
export function SearchField({ label, hint = label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [last, setLast] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useHotkeys("/", () => field.current?.focus(), { preventDefault: true, useKey: true });
  if (last !== value) {
    setLast(value);
    // A value that this field did not send: the URL changed by other means, such as the back button or Clear filter.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      setSent(text.trim());
      onChange(text.trim());
    }, pauseMillis);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextField
      className="table-search"
      placeholder={hint}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") setText("");
      }}
      slotProps={{
        htmlInput: { ref: field, type: "search", "aria-label": label, maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Icon name="search" size={16} />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
