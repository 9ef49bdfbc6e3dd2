import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChoiceBox } from "./choice-box.tsx";
import type { Choice, ChoiceSearch } from "../list-page/column.ts";
import { FilterPopover } from "./filter-popover.tsx";
import { useOrganisationSearch } from "./use-organisation-search.ts";
import "./organisation-field.css";

interface OrganisationFilterProps {
  readonly value: string | undefined;
  /** Of the chosen one, where it is known. */
  readonly nameOfValue: string | undefined;
  /** What the list shows without the filter. */
  readonly allLabel?: string;
  readonly onChange: (value: string | undefined) => void;
}

/** Shown only to users who can see several organisations. */
export function OrganisationFilter(props: OrganisationFilterProps) {
  const search = useOrganisationSearch();
  return search === undefined ? null : <SearchedFilter search={search} {...props} />;
}

function SearchedFilter({
  search,
  value,
  nameOfValue,
  allLabel = "All organisations",
  onChange,
}: OrganisationFilterProps & { readonly search: ChoiceSearch }) {
  const [picked, setPicked] = useState<Choice>();
  const { data: first } = useQuery({ queryKey: [...search.name, ""], queryFn: ({ signal }) => search.find("", signal) });
  if (value === undefined && (first === undefined || first.length < 2)) return null;
  const known = [...(picked ? [picked] : []), ...(first ?? [])].find((choice) => choice.value === value)?.label;
  return (
    <FilterPopover label={value === undefined ? "Organisation" : `Organisation: ${nameOfValue ?? known ?? "one"}`} on={value !== undefined}>
      {(close) => (
        <>
          {/* Above the field, because the list of the field opens below it. */}
          {value !== undefined && (
            <Button
              size="small"
              onClick={() => {
                close();
                onChange(undefined);
              }}
            >
              {allLabel}
            </Button>
          )}
          <ChoiceBox
            className="organisation-field"
            search={search}
            value={null}
            openOnFocus
            onChange={(choice) => {
              if (choice === null) return;
              close();
              setPicked(choice);
              onChange(choice.value);
            }}
            renderInput={(parameters) => (
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- what opens for searching starts in its field.
              <TextField {...parameters} label="Find an organisation" autoFocus />
            )}
          />
        </>
      )}
    </FilterPopover>
  );
}
