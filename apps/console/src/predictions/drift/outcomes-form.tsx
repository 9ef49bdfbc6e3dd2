import type { PredictionOutcomes } from "@airlock/contract";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { ChoiceBox } from "../../parts/search/choice-box.tsx";
import type { Choice } from "../../parts/list-page/column.ts";
import { useDatasource, useDatasourceSearch } from "../editor/use-datasource.ts";

interface OutcomesFormProps {
  readonly outcomes: PredictionOutcomes | null;
  readonly save: (outcomes: PredictionOutcomes | null) => Promise<boolean>;
  readonly onDone: () => void;
}

/** The datasource with the outcomes of decisions, and how its rows are matched with them. */
export function OutcomesForm({ outcomes, save, onDone }: OutcomesFormProps) {
  const [datasourceId, setDatasourceId] = useState(outcomes?.datasourceId ?? null);
  const [picked, setPicked] = useState<Choice | null>(null);
  const [keyColumn, setKeyColumn] = useState(outcomes?.keyColumn ?? "");
  const [labelColumn, setLabelColumn] = useState(outcomes?.labelColumn ?? "");
  const [field, setField] = useState(outcomes?.applicationField ?? "");
  const [saving, setSaving] = useState(false);
  const search = useDatasourceSearch("imported");
  const { datasource, isLoading } = useDatasource(datasourceId);
  const columns = datasource?._embedded.columns ?? [];
  const has = (key: string) => columns.some((column) => column.key === key);
  const name = datasource?._embedded.name ?? picked?.label ?? "";
  const value = datasourceId === null ? null : { value: datasourceId, label: name === "" && !isLoading ? "unknown" : name };
  const isWhole = datasourceId !== null && has(keyColumn) && has(labelColumn) && keyColumn !== labelColumn;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (datasourceId === null || !isWhole) return;
    setSaving(true);
    const saved = await save({
      datasourceId,
      keyColumn,
      labelColumn,
      applicationField: field.trim() === "" ? null : field.trim(),
    }).finally(() => setSaving(false));
    if (saved) onDone();
  };
  const remove = async () => {
    setSaving(true);
    if (await save(null).finally(() => setSaving(false))) onDone();
  };
  const column = (label: string, chosen: string, choose: (key: string) => void, note: string) => (
    <TextField
      select
      label={label}
      value={has(chosen) ? chosen : ""}
      disabled={columns.length === 0}
      helperText={note}
      onChange={(event) => choose(event.target.value)}
      // What it is for is read also while there is nothing to choose.
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true }, formHelperText: { disabled: false } }}
    >
      <MenuItem value="">Choose a column</MenuItem>
      {columns.map(({ key, name: text }) => (
        <MenuItem key={key} value={key}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <form className="dr-outcomes" noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      {search !== undefined && (
        <ChoiceBox
          key={`${datasourceId} ${value?.label}`}
          search={search}
          value={value}
          className="pe-whole"
          openOnFocus
          onChange={(choice) => {
            setPicked(choice);
            setDatasourceId(choice?.value ?? null);
          }}
          renderInput={({ slotProps, ...input }) => (
            <TextField
              {...input}
              label="Outcomes datasource"
              placeholder="Choose a datasource"
              slotProps={{ ...slotProps, inputLabel: { ...slotProps.inputLabel, shrink: true } }}
            />
          )}
        />
      )}
      {column("Key column", keyColumn, setKeyColumn, "Identifies the decision that a record belongs to.")}
      {column("Outcome column", labelColumn, setLabelColumn, "The actual outcome, written like the label in training.")}
      <TextField
        className="pe-whole"
        label="Application field with the same key"
        value={field}
        placeholder="The id of the execution"
        helperText="Its name. Leave empty if the key is the execution id."
        onChange={(event) => setField(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <div className="pe-whole dr-buttons">
        {outcomes !== null && (
          <Button color="inherit" disabled={saving} onClick={() => void remove()}>
            Remove
          </Button>
        )}
        <span className="grow" />
        <Button color="inherit" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="outlined" disabled={!isWhole || saving}>
          Use outcomes
        </Button>
      </div>
    </form>
  );
}
