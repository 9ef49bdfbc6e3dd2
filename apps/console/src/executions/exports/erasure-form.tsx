import type { ErasableFieldFields, ErasureCreate, List } from "@airlock/contract";
import Autocomplete from "@mui/material/Autocomplete";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { loadOptions } from "../../api/load-options.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";

export interface ErasureFormState {
  readonly field: ErasableFieldFields | null;
  /** Empty: every solution that has the field. */
  readonly solution: string;
  readonly value: string;
}

export const emptyForm: ErasureFormState = { field: null, solution: "", value: "" };

/** Undefined while something is missing. */
export function erasureBody({ field, solution, value }: ErasureFormState): ErasureCreate | undefined {
  if (field === null || value === "") return undefined;
  return { field: field.name, value, ...(solution === "" ? {} : { solutionWss: solution }) };
}

interface ErasureFormProps {
  readonly form: ErasureFormState;
  readonly onChange: (form: ErasureFormState) => void;
}

/** Which executions: those of all solutions or of one, with a value in a field that versions have. */
export function ErasureForm({ form, onChange }: ErasureFormProps) {
  const client = useClient();
  const href = linkFor(useProfile(), "erasureFields", "GET") ?? "";
  const { data, isFetching, isError } = useQuery({
    queryKey: ["erasureFields", href],
    queryFn: (context) => client.request<List<ErasableFieldFields>>("GET", href, loadOptions(context)),
  });
  const solutions = form.field?.solutions ?? [];
  return (
    <div className="erase-fields">
      <Autocomplete
        options={data?.items.map(({ _embedded }) => _embedded) ?? []}
        value={form.field}
        onChange={(_event, field) => onChange({ ...form, field, solution: "" })}
        getOptionLabel={({ name }) => name}
        isOptionEqualToValue={(one, other) => one.name === other.name}
        loading={isFetching}
        noOptionsText={isError ? "The fields cannot be read now" : "No version has such a field"}
        popupIcon={<Icon name="down" size={16} />}
        clearIcon={<Icon name="x" size={14} />}
        renderInput={(props) => <TextField {...props} label="Application field" />}
      />
      <TextField
        select
        label="Solution"
        value={form.solution}
        disabled={form.field === null}
        onChange={(event) => onChange({ ...form, solution: event.target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">
          {form.field === null ? "All solutions with the field" : `All solutions with the field (${counted(solutions.length, "solution")})`}
        </MenuItem>
        {solutions.map(({ webSafeString, name }) => (
          <MenuItem key={webSafeString} value={webSafeString}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Value"
        value={form.value}
        autoComplete="off"
        onChange={(event) => onChange({ ...form, value: event.target.value })}
        slotProps={{ htmlInput: { className: "mono", maxLength: 1000, spellCheck: false }, inputLabel: { shrink: true } }}
      />
    </div>
  );
}
