import type { FieldType } from "@airlock/flow";
import { useId } from "react";
import type { Refusal } from "../../../rules/refusal.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Choice, options } from "./choice.tsx";
import { TextField } from "./text-field.tsx";

interface LiteralFieldProps {
  readonly label: string;
  readonly quiet?: boolean;
  /** Of the field that the literal is compared with or assigned to. */
  readonly type: FieldType;
  readonly value: string;
  readonly change: (text: string) => Refusal | undefined;
  readonly invalid?: boolean;
  /** By default, the kind of value that is expected. */
  readonly placeholder?: string;
}

const placeholderTexts = { String: "Text", Integer: "Whole number", Float: "Number" } as const;

/** The control for a literal depends on its type: true or false is chosen, a date is picked, everything else is typed. */
export function LiteralField({ label, quiet = false, type, value, change, invalid = false, placeholder }: LiteralFieldProps) {
  if (type === "Boolean") {
    // A text from before, when the field had another type, is shown until another is chosen.
    const known = value === "" || value === "true" || value === "false" ? [] : [value];
    return (
      <Choice quiet={quiet} mono label={label} value={value} invalid={invalid} choose={(chosen) => change(chosen)}>
        <option value="">{placeholder ?? "Choose"}</option>
        {options(["true", "false", ...known])}
      </Choice>
    );
  }
  if (type === "Date") return <DateField label={label} quiet={quiet} value={value} invalid={invalid} change={change} />;
  return (
    <TextField
      quiet={quiet}
      mono
      label={label}
      numeric={type !== "String"}
      placeholder={placeholder ?? placeholderTexts[type]}
      value={value}
      invalid={invalid}
      change={change}
    />
  );
}

function DateField({ label, quiet = false, value, change, invalid = false }: Omit<LiteralFieldProps, "type" | "placeholder">) {
  const { editor, readOnly } = useSurroundings();
  const id = useId();
  const input = (
    <span className="ep-field-box">
      <input
        id={id}
        type="date"
        className="ep-input mono"
        min="0001-01-01"
        max="9999-12-31"
        {...(quiet ? { "aria-label": label } : {})}
        value={value}
        readOnly={readOnly}
        aria-invalid={invalid}
        onChange={(event) => change(event.target.value)}
        onBlur={() => editor.settle()}
      />
    </span>
  );
  if (quiet) return input;
  return (
    <div className="ep-field">
      <label htmlFor={id}>{label}</label>
      {input}
    </div>
  );
}
