import TextField from "@mui/material/TextField";
import { ChoiceBox } from "./choice-box.tsx";
import type { Choice } from "../list-page/column.ts";
import { useOrganisationSearch } from "./use-organisation-search.ts";
import "./organisation-field.css";

interface OrganisationFieldProps {
  readonly value: Choice | null;
  readonly onChange: (value: Choice | null) => void;
}

/** Picks one of the organisations this person may see. */
export function OrganisationField({ value, onChange }: OrganisationFieldProps) {
  const search = useOrganisationSearch();
  if (search === undefined) return <TextField label="Organisation" required disabled value={value?.label ?? ""} />;
  return (
    <ChoiceBox
      className="organisation-field"
      search={search}
      value={value}
      onChange={onChange}
      renderInput={(parameters) => <TextField {...parameters} label="Organisation" required />}
    />
  );
}
