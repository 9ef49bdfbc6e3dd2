import type { DatasourceType, ExperimentResultFields, Resource } from "@airlock/contract";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import { CostNote } from "../../parts/read-cost/cost-note.tsx";
import { shortDate } from "../../ui/format/dates.ts";
import { counted, number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { invalidSolution } from "./experiment-draft.ts";
import { needsNote, recordsNote } from "./records-note.ts";
import { SourceField } from "../../parts/field-mapping/source-field.tsx";
import { useDatasourceSearch, useSolutionSearch } from "../../parts/search/use-source-search.ts";
import type { ExperimentEditor } from "./use-experiment-editor.ts";

const sourceTexts: Readonly<Record<DatasourceType, string>> = {
  LinkedStorage: "Storage file",
  BigQuery: "BigQuery table",
  Postgres: "Postgres table",
};

interface SourcesCardProps {
  readonly editor: ExperimentEditor;
  readonly results: readonly Resource<ExperimentResultFields>[];
}

/** What runs, over what, and over how much of it. */
export function SourcesCard({ editor, results }: SourcesCardProps) {
  const { draft, solution, datasource, mayChange } = editor;
  const recordCount = datasource.fields?.recordCount ?? null;
  const isValid = solution.chosen?.isValid;
  return (
    <section className="card ex-sources" aria-label="Solution and datasource">
      <div className="ex-solution">
        <SourceField
          label="Solution"
          icon="solutions"
          search={useSolutionSearch()}
          value={draft.solution}
          onChange={editor.chooseSolution}
          disabled={!mayChange}
          error={isValid === false || (solution.error !== null && solution.error !== undefined)}
          mark={
            isValid === undefined ? undefined : (
              <span className={isValid ? "chip success" : "chip error"}>
                <Icon name={isValid ? "check" : "x"} size={12} />
                {isValid ? "Valid" : "Not valid"}
              </span>
            )
          }
          helper={
            isValid === false
              ? invalidSolution
              : solution.error
                ? "The solution cannot be read now."
                : solution.chosen === undefined
                  ? "Only valid solutions can be used for experiments."
                  : `${draft.version === null ? "Last changed" : "Frozen"} ${shortDate(solution.chosen.changedDate)}. Only valid solutions can be used for experiments.`
          }
        />
        <TextField
          select
          label="Version"
          className="ex-version"
          disabled={!mayChange || draft.solution === null}
          value={draft.version?.value ?? "draft"}
          onChange={(event) => {
            const { value } = event.target;
            editor.chooseVersion(solution.versions?.find((version) => version.value === value) ?? null);
          }}
          slotProps={{ inputLabel: { shrink: true } }}
        >
          <MenuItem value="draft">Last save</MenuItem>
          {draft.version !== null && solution.versions?.some(({ value }) => value === draft.version?.value) !== true && (
            <MenuItem value={draft.version.value}>{draft.version.label}</MenuItem>
          )}
          {solution.versions?.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </div>
      <SourceField
        label="Datasource"
        icon="datasources"
        search={useDatasourceSearch()}
        value={draft.datasource}
        onChange={editor.chooseDatasource}
        disabled={!mayChange}
        error={datasource.error !== null}
        mark={recordCount === null ? undefined : <span className="muted num">{counted(recordCount, "record")}</span>}
        helper={
          datasource.error
            ? "The datasource cannot be read now."
            : datasource.fields === undefined
              ? "A file or a table that was added under Datasources."
              : `${sourceTexts[datasource.fields.type]}, added ${shortDate(datasource.fields.createdDate)}.`
        }
      />
      {datasource.fields?.type === "BigQuery" && datasource.metadataHref !== undefined && (
        <CostNote href={datasource.metadataHref} keys={mappedKeys(editor)} />
      )}
      {needsNote(recordCount) && (
        <div className="note ex-note" role="note">
          <Icon name="info" size={16} />
          <span className="grow">{recordsNote(draft.records, recordCount ?? 0, results)}</span>
          <RadioGroup
            row
            aria-label="Records to use"
            value={draft.records}
            onChange={(_event, value) => editor.chooseRecords(value === "all" ? "all" : "first")}
          >
            <FormControlLabel value="first" control={<Radio />} label={`First ${number(1000)} records`} disabled={!mayChange} />
            <FormControlLabel value="all" control={<Radio />} label="All records" disabled={!mayChange} />
          </RadioGroup>
        </div>
      )}
    </section>
  );
}

/** Of the columns that some field takes its value from: those alone are read. */
function mappedKeys({ mapping, datasource }: ExperimentEditor): readonly string[] {
  const names = new Set(mapping?.flatMap(({ value, useDatasource }) => (useDatasource ? [value] : [])));
  return datasource.fields?.columns.flatMap(({ key, name }) => (names.has(name) ? [key] : [])) ?? [];
}
