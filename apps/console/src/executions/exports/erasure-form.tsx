import type { ErasableFieldFields, ErasureCreate } from "@airlock/contract";
import Autocomplete from "@mui/material/Autocomplete";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";
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
  const href = linkFor(useProfile(), "erasureFields", "GET");
  const { data, isFetching, isError } = useResource("erasures.fields", { href });
  const solutions = form.field?.solutions ?? [];
  return (
    <div className="stack">
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
