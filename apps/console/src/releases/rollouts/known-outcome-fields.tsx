import type { KnownOutcome } from "@airlock/contract";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { SourceField } from "../../parts/field-mapping/source-field.tsx";
import { useChosenDatasource } from "../../parts/field-mapping/use-chosen-datasource.ts";
import type { Choice } from "../../parts/list-page/column.ts";
import { useDatasourceSearch } from "../../parts/search/use-source-search.ts";

/** The state of the form: incomplete until every field is filled in. */
export interface KnownDraft extends Omit<KnownOutcome, "datasourceWss"> {
  readonly datasource: Choice | null;
}

const noKnownDraft: KnownDraft = { datasource: null, executionColumn: "", outcomeColumn: "", value: "", name: "" };

/** Undefined while something is missing. */
export function knownOutcomeOf({ datasource, executionColumn, outcomeColumn, value, name }: KnownDraft): KnownOutcome | undefined {
  const known = { executionColumn, outcomeColumn, value: value.trim(), name: name.trim() };
  return datasource === null || Object.values(known).includes("") ? undefined : { datasourceWss: datasource.value, ...known };
}

interface KnownOutcomeFieldsProps {
  /** Null when no datasource has the outcomes. */
  readonly known: KnownDraft | null;
  readonly onChange: (known: KnownDraft | null) => void;
  readonly refusalOf: (field: string) => string | undefined;
}

/** The datasource that later has the outcome of each decision. */
export function KnownOutcomeFields({ known, onChange, refusalOf }: KnownOutcomeFieldsProps) {
  return (
    <fieldset className="policy-gates">
      <legend>Known outcome</legend>
      <FormControlLabel
        control={<Checkbox checked={known !== null} onChange={(event) => onChange(event.target.checked ? noKnownDraft : null)} />}
        label={
          <>
            A datasource has the known outcomes of the decisions
            <span className="helper">The versions are then compared by it, for example by their default rate.</span>
          </>
        }
      />
      {known !== null && <Fields known={known} onChange={onChange} refusalOf={refusalOf} />}
    </fieldset>
  );
}

interface FieldsProps extends Omit<KnownOutcomeFieldsProps, "known"> {
  readonly known: KnownDraft;
}

function Fields({ known, onChange, refusalOf }: FieldsProps) {
  const search = useDatasourceSearch();
  const source = useChosenDatasource(known.datasource?.value);
  const columns = source.fields?.columns.filter(({ name }) => source.columns?.some((column) => column.name === name)) ?? [];
  const refusal = refusalOf("knownOutcome.datasourceWss");
  const column = (field: "executionColumn" | "outcomeColumn", label: string, helper: string) => {
    const refused = refusalOf(`knownOutcome.${field}`);
    return (
      <TextField
        select
        required
        label={label}
        disabled={columns.length === 0}
        value={columns.some(({ key }) => key === known[field]) ? known[field] : ""}
        error={refused !== undefined}
        helperText={refused ?? helper}
        onChange={(event) => onChange({ ...known, [field]: event.target.value })}
        slotProps={{ inputLabel: { shrink: true } }}
      >
        {columns.map(({ key, name }) => (
          <MenuItem key={key} value={key}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    );
  };
  const text = (field: "value" | "name", label: string, maxLength: number, helper: string) => {
    const refused = refusalOf(`knownOutcome.${field}`);
    return (
      <TextField
        required
        label={label}
        value={known[field]}
        error={refused !== undefined}
        helperText={refused ?? helper}
        onChange={(event) => onChange({ ...known, [field]: event.target.value })}
        slotProps={{ htmlInput: { maxLength }, inputLabel: { shrink: true } }}
      />
    );
  };
  return (
    <div className="release-form">
      <SourceField
        label="Datasource"
        icon="datasources"
        search={search}
        value={known.datasource}
        onChange={(datasource) => onChange({ ...known, datasource, executionColumn: "", outcomeColumn: "" })}
        disabled={false}
        error={refusal !== undefined || source.error !== null}
        mark={undefined}
        helper={refusal ?? (search === undefined ? "Choosing one needs the permission datasources.list." : "One row for each decision.")}
      />
      <div className="policy-numbers">
        {column("executionColumn", "Execution id", "The column with the ids of executions.")}
        {column("outcomeColumn", "Outcome", "The column with the outcomes.")}
        {text("value", "Value that counts", 200, "For example yes in a column defaulted.")}
        {text("name", "Name of the rate", 100, "For example Default rate.")}
      </div>
    </div>
  );
}
