import type { FieldProblem, PredictionMapping, PredictionSettings } from "@airlock/contract";
import { columnsOf } from "../datasource/columns-of.ts";
import type { DatasourceRow } from "../datasource/store.ts";

/** Why a mapping cannot be saved. */
export function wrongMapping(mapping: PredictionMapping): FieldProblem | undefined {
  const keys = mapping.columns.map(({ key }) => key);
  const known = new Set(keys);
  if (known.size !== keys.length) return { field: "mapping.columns", code: "twice", message: "Each column has a key of its own." };
  const unknown = mapping.selectedRowKeys.find((key) => !known.has(key));
  if (unknown !== undefined) {
    return { field: "mapping.selectedRowKeys", code: "unknown", message: `There is no column with the key ${unknown}.` };
  }
  if (new Set(mapping.selectedRowKeys).size !== mapping.selectedRowKeys.length) {
    return { field: "mapping.selectedRowKeys", code: "twice", message: "A column can be selected once." };
  }
  if (mapping.labelField !== "" && !known.has(mapping.labelField)) {
    return { field: "mapping.labelField", code: "unknown", message: `There is no column with the key ${mapping.labelField}.` };
  }
  if (mapping.selectedRowKeys.includes(mapping.labelField)) {
    return { field: "mapping.selectedRowKeys", code: "label", message: "The label cannot be one of the input columns." };
  }
  return undefined;
}

/** The mapping to store: one label, and an input for each selected column. */
export function settledMapping(mapping: PredictionMapping, datasource: DatasourceRow | undefined): PredictionMapping {
  const byKey = new Map(mapping.columns.map((column) => [column.key, column]));
  const sourceNames = new Map(datasource === undefined ? [] : columnsOf(datasource.columns).map(({ key, name }) => [key, name]));
  const given = new Map(mapping.inputFields.map((field) => [field.name, field.applicationField]));
  return {
    ...mapping,
    columns: mapping.columns.map((column) => ({
      ...column,
      isLabelColumn: column.key === mapping.labelField,
      boundaries: column.type === "STRING" ? [] : [...new Set(column.boundaries)].sort((a, b) => a - b),
      values: column.type === "STRING" ? column.values : [],
      valuesCount: column.type === "STRING" ? column.valuesCount : null,
    })),
    inputFields: mapping.selectedRowKeys.flatMap((key) => {
      const name = byKey.get(key)?.name;
      if (name === undefined) return [];
      return { name, applicationField: given.get(name) ?? "", dsName: datasource?.name ?? "", dsFieldName: sourceNames.get(key) ?? name };
    }),
  };
}

export interface Sources {
  readonly training: DatasourceRow | undefined;
  readonly test: DatasourceRow | undefined;
  readonly evaluation: DatasourceRow | undefined;
}

/** What is missing for training, as messages for the user. */
export function lacking(mapping: PredictionMapping, settings: PredictionSettings, sources: Sources): readonly FieldProblem[] {
  const found: FieldProblem[] = [];
  const lack = (field: string, code: string, message: string): void => void found.push({ field, code, message });
  const { training, test, evaluation } = sources;
  if (training === undefined)
    return [{ field: "trainingDatasource", code: "missing", message: "Please select a valid training datasource first." }];
  for (const [field, source] of [
    ["trainingDatasource", training],
    ["testDatasource", test],
    ["evaluationDatasource", evaluation],
  ] as const) {
    const unusable = source === undefined ? undefined : unusableFor(source);
    if (unusable !== undefined) lack(field, "unusable", unusable);
  }
  const wanted = mapping.columns.filter(({ key }) => key === mapping.labelField || mapping.selectedRowKeys.includes(key));
  if (mapping.labelField === "") lack("mapping.labelField", "missing", "Choose the column that is to be predicted.");
  if (mapping.selectedRowKeys.length === 0) lack("mapping.selectedRowKeys", "missing", "Select at least one column to learn from.");
  const names = wanted.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) lack("mapping.columns", "twice", `Two columns are called ${twice}. Give them different names.`);
  if (names.includes("")) lack("mapping.columns", "unnamed", "A column has no name.");
  const columns = columnsOf(training.columns);
  const nameOf = (key: string, name: string): string | undefined =>
    (columns.find((column) => column.key === key) ?? columns.find((column) => column.name === name))?.name;
  for (const { key, name } of wanted) {
    const inTraining = nameOf(key, name);
    if (inTraining === undefined) lack("mapping.columns", "unknown", `The training datasource ${training.name} has no column ${name}.`);
    for (const other of [test, evaluation]) {
      if (other === undefined || inTraining === undefined || columnsOf(other.columns).some((column) => column.name === inTraining))
        continue;
      lack("mapping.columns", "unknown", `The datasource ${other.name} has no column ${inTraining}.`);
    }
  }
  if (settings.validation === "test" && test === undefined) {
    lack("testDatasource", "missing", "Choose the test datasource for the evaluation, or evaluate the model on random rows.");
  }
  if (settings.validation === "time") {
    const { timeColumn } = settings;
    if (timeColumn === null || nameOf(timeColumn, timeColumn) === undefined) {
      lack("settings.timeColumn", "missing", "Choose the column with the time of each row, or evaluate the model on random rows.");
    }
  }
  return found;
}

export function unusableFor(source: DatasourceRow): string | undefined {
  return source.status === "ready" ? undefined : `${source.name} has no records: its import is not finished, failed or was cancelled.`;
}

export const unknownZone: FieldProblem = { field: "scheduler.zone", code: "unknown", message: "There is no such time zone." };

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format(0) !== "";
  } catch {
    return false;
  }
}
