import { datasourceColumn, mappingProblems, type DatasourceColumn, type MappedField, type MappingProblem } from "@airlock/contract";
import { toSql, type SqlModels, type SqlRefusal } from "@airlock/engine/sql";
import type { Definition, FieldType } from "@airlock/flow";
import { sqlLists } from "../lists/sql-lists.ts";
import { datasourceTable } from "./datasource-tables.ts";
import { experimentInputs, type ExperimentColumn } from "./experiment-tables.ts";

/** A datasource as stored in Postgres. */
export interface StoredDatasource {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  /** JSON. */
  readonly columns: unknown;
  readonly selected_columns: readonly string[];
  readonly record_count: string | null;
  readonly import_id: string | null;
}

export interface FlowToRun {
  readonly definition: Definition;
  readonly behaviour: number;
  /** Models of its predictions. */
  readonly models: SqlModels;
}

/** The state of a datasource that is stored with a run over it. */
export interface DatasourceState {
  readonly name: string;
  readonly type: string;
  readonly importWss: string | null;
  readonly recordCount: number | null;
  readonly columns: readonly ExperimentColumn[];
  /** Names of the carried columns; absent in rows of earlier releases. */
  readonly carry?: readonly string[];
}

export interface FrozenField extends MappedField {
  readonly name: string;
  readonly type: FieldType;
}

export type PreparedOver =
  | { readonly kind: "prepared"; readonly datasource: DatasourceState; readonly fieldMapping: readonly FrozenField[] }
  /** It is being imported, or its import failed. */
  | { readonly kind: "notReady" }
  | { readonly kind: "mappingInvalid"; readonly problems: readonly MappingProblem[] }
  | { readonly kind: "notRunnable"; readonly refusal: SqlRefusal };

/** Prepares a flow over a datasource in their current states: the datasource's state and the mapping to store, or why it cannot run. */
export function prepareOver(
  datasource: StoredDatasource,
  { definition, behaviour, models }: FlowToRun,
  mapping: readonly MappedField[],
  carry: readonly string[],
): PreparedOver {
  if (datasource.status !== "ready") return { kind: "notReady" };
  const columns = selectedColumns(datasource);
  const problems = mappingProblems(definition.applicationDatasetFields, columns, mapping);
  if (problems.length > 0) return { kind: "mappingInvalid", problems };
  const fieldMapping = frozenMapping(definition, mapping);
  const source = { table: { name: datasourceTable(datasource.id) }, key: "row", inputs: experimentInputs(fieldMapping, columns) };
  // Checked now, so that the caller gets the refusal instead of a run that fails.
  const query = toSql(definition, source, { behaviour, rows: 1, applicationData: true, models, lists: sqlLists(definition, "") });
  if (!query.ok) return { kind: "notRunnable", refusal: query };
  return {
    kind: "prepared",
    datasource: {
      name: datasource.name,
      type: datasource.type,
      importWss: datasource.import_id,
      recordCount: datasource.record_count === null ? null : Number(datasource.record_count),
      columns,
      // A column that was removed from the datasource cannot be carried, and has no effect on decisions.
      carry: [...new Set(carry)].filter((name) => columns.some((column) => column.name === name)),
    },
    fieldMapping,
  };
}

function selectedColumns({ columns, selected_columns }: StoredDatasource): readonly DatasourceColumn[] {
  return datasourceColumn
    .array()
    .parse(columns)
    .filter(({ name }) => selected_columns.includes(name));
}

/** With the current names and types of the fields; entries of deleted fields are omitted. */
function frozenMapping({ applicationDatasetFields }: Definition, mapping: readonly MappedField[]): readonly FrozenField[] {
  const byKey = new Map(mapping.map((entry) => [entry.key, entry]));
  return applicationDatasetFields.map(({ key, name, type }) => {
    const { value, useDatasource } = byKey.get(key) ?? { value: "", useDatasource: false };
    return { key, name, type, value, useDatasource };
  });
}
