import Autocomplete from "@mui/material/Autocomplete";
import type { AutocompleteProps } from "@mui/material/Autocomplete";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Choice, ChoiceSearch } from "../list-page/column.ts";
import { useFound } from "./use-found.ts";

interface ChoiceBoxProps {
  readonly search: ChoiceSearch;
  readonly value: Choice | null;
  readonly onChange: (value: Choice | null) => void;
  readonly renderInput: AutocompleteProps<Choice, false, false, false>["renderInput"];
  readonly className?: string;
  readonly disabled?: boolean;
  /** Shows the first choices as soon as it is reached. */
  readonly openOnFocus?: boolean;
  /** Receives the typed text, which is then kept on blur even when nothing was chosen. */
  readonly onTyped?: (text: string) => void;
}

const textOf = ({ label, note = "" }: Choice): string => `${label} ${note}`;

/** Picks one of many, of which there may be thousands: the server searches for what is typed. */
export function ChoiceBox({ search, value, onChange, onTyped, ...rest }: ChoiceBoxProps) {
  const [typed, setTyped] = useState(value?.label ?? "");
  const { found, isFetching, isError } = useFound({ ...search, textOf }, typed === value?.label ? "" : typed.trim());
  return (
    <Autocomplete
      {...rest}
      options={found}
      value={value}
      onChange={(_event, next) => onChange(next)}
      inputValue={typed}
      clearOnBlur={onTyped === undefined}
      onInputChange={(_event, text) => {
        setTyped(text);
        onTyped?.(text);
      }}
      // The server has searched already.
      filterOptions={(options) => options}
      getOptionLabel={({ label }) => label}
      getOptionKey={({ value: key }) => key}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      renderOption={({ key, ...option }, { label, note }) => (
        <li key={key} {...option}>
          {note === undefined ? (
            label
          ) : (
            <span className="grow">
              {label}
              <br />
              <small className="faint">{note}</small>
            </span>
          )}
        </li>
      )}
      loading={isFetching}
      loadingText={`Loading ${search.many}`}
      noOptionsText={isError ? `The ${search.many} cannot be read now` : `No ${search.one} matches`}
      popupIcon={<Icon name="down" size={16} />}
      clearIcon={<Icon name="x" size={14} />}
    />
  );
}
