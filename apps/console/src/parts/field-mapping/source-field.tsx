import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../../ui/icons/icon.tsx";
import { ChoiceBox } from "../search/choice-box.tsx";
import type { Choice, ChoiceSearch } from "../list-page/column.ts";

interface SourceFieldProps {
  readonly label: string;
  readonly icon: IconName;
  /** Undefined for those who may not see the list: what is chosen is shown, and stays. */
  readonly search: ChoiceSearch | undefined;
  readonly value: Choice | null;
  readonly onChange: (value: Choice | null) => void;
  readonly disabled: boolean;
  readonly error: boolean;
  /** What is known of the chosen one, inside the field. */
  readonly mark: ReactNode;
  readonly helper: string;
}

export function SourceField({ label, icon, search, value, onChange, disabled, error, mark, helper }: SourceFieldProps) {
  const lead = (
    <InputAdornment position="start">
      <Icon name={icon} />
    </InputAdornment>
  );
  if (search === undefined) {
    return (
      <TextField
        label={label}
        required
        disabled
        value={value?.label ?? ""}
        helperText={helper}
        slotProps={{ inputLabel: { shrink: true }, input: { startAdornment: lead } }}
      />
    );
  }
  return (
    <ChoiceBox
      key={value?.value ?? "none"}
      className="ex-source"
      search={search}
      value={value}
      onChange={onChange}
      disabled={disabled}
      renderInput={({ slotProps, ...parameters }) => (
        <TextField
          {...parameters}
          label={label}
          required
          error={error}
          helperText={helper}
          slotProps={{
            ...slotProps,
            inputLabel: { ...slotProps.inputLabel, shrink: true },
            input: {
              ...slotProps.input,
              startAdornment: lead,
              endAdornment: (
                <>
                  {mark}
                  {slotProps.input.endAdornment}
                </>
              ),
            },
          }}
        />
      )}
    />
  );
}
