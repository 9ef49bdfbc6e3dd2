import type { ExperimentFields, ExperimentRecords, MappedField } from "@airlock/contract";
import type { Choice } from "../../parts/list-page/column.ts";

/** The unsaved state of an experiment on its page. */
export interface Draft {
  readonly solution: Choice | null;
  readonly version: Choice | null;
  readonly datasource: Choice | null;
  /** What was chosen; fields that are not in it are guessed by their names. */
  readonly mapping: readonly MappedField[];
  readonly records: ExperimentRecords;
  /** Null until the user has chosen: then columns are proposed. */
  readonly carry: readonly string[] | null;
}

const chosen = (value: string | null, label: string | null): Choice | null => (value === null ? null : { value, label: label ?? value });

export function draftOf(fields: ExperimentFields): Draft {
  return {
    solution: chosen(fields.solutionId, fields.solutionName),
    version: chosen(fields.versionId, fields.versionName),
    datasource: chosen(fields.datasourceId, fields.datasourceName),
    mapping: fields.fieldMapping,
    records: fields.records,
    carry: fields.carry,
  };
}

const serialised = ({ solution, version, datasource, mapping, records, carry }: Draft) =>
  JSON.stringify([
    solution?.value,
    version?.value,
    datasource?.value,
    mapping.map(({ key, value, useDatasource }) => [key, value, useDatasource]),
    records,
    carry,
  ]);

export function isChanged(draft: Draft, fields: ExperimentFields): boolean {
  return serialised(draft) !== serialised(draftOf(fields));
}

/** Whether two states of an experiment differ in nothing that its page changes. */
export function hasSameChoices(one: ExperimentFields, other: ExperimentFields): boolean {
  return !isChanged(draftOf(one), other);
}

/** Another solution has other fields; another of its versions has mostly the same. */
export function withSolution(draft: Draft, solution: Choice | null): Draft {
  return solution?.value === draft.solution?.value ? draft : { ...draft, solution, version: null, mapping: [] };
}

/** Literals stay; what came from the columns of another datasource is guessed again, and what to carry along is proposed again. */
export function withDatasource(draft: Draft, datasource: Choice | null): Draft {
  if (datasource?.value === draft.datasource?.value) return draft;
  return { ...draft, datasource, carry: null, mapping: draft.mapping.filter(({ useDatasource, value }) => !useDatasource && value !== "") };
}

export const invalidSolution = "The solution definition is not valid. Only valid solutions can be used for experiments.";

export interface Readiness {
  readonly draft: Draft;
  /** Undefined while it is being read. */
  readonly isValid: boolean | undefined;
  readonly isDatasourceReady: boolean | undefined;
  /** How many fields do not fit. */
  readonly wrong: number;
}

/** Why the experiment in its unsaved state cannot be executed. */
export function whyNotExecute({ draft, isValid, isDatasourceReady, wrong }: Readiness): string | undefined {
  if (draft.solution === null) return "Choose a solution to execute";
  if (isValid === false) return invalidSolution;
  if (draft.datasource === null) return "Choose a datasource to execute";
  if (isDatasourceReady === false) return "The datasource has no records yet";
  if (wrong > 0) return `Correct ${wrong} ${wrong === 1 ? "field" : "fields"} to execute`;
  return isValid === undefined || isDatasourceReady === undefined ? "Loading the experiment" : undefined;
}
