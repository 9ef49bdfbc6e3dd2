import { typedNumber } from "../../ui/format/typed-number.ts";
import type { ColumnProfile, ColumnType, DatasourceColumn, PredictionColumn, PredictionMapping } from "@airlock/contract";

/** The rules of the mapping of columns; all are plain functions from one mapping to the next. */

export const emptyMapping: PredictionMapping = { columns: [], selectedRowKeys: [], labelField: "", inputFields: [] };

const plain = { isLabelColumn: false, boundaries: [], values: [], valuesCount: null };

export function isNumeric(type: ColumnType): boolean {
  return type !== "STRING";
}

/** What is known of a column before anything is trained. */
export interface KnownColumn extends DatasourceColumn {
  readonly profile?: KnownProfile | null;
}

type KnownProfile = Pick<ColumnProfile, "distinct" | "missing"> & Partial<Pick<ColumnProfile, "min" | "max" | "frequent">>;

const maxValues = 1_000_000;

/**
 * The columns of a datasource. What was chosen before for a column of the same name stays; a new one is an input, unless it names the
 * record, is a date as text or has one value only: these teach the model nothing about the next record.
 */
export function mappingFor(known: readonly KnownColumn[], records: number | null, before: PredictionMapping): PredictionMapping {
  const keyBefore = new Map(before.columns.map((column) => [column.name, column.key]));
  const byName = new Map(before.columns.map((column) => [column.name, column]));
  const selectedBefore = new Set(before.selectedRowKeys);
  const labelName = before.columns.find(({ key }) => key === before.labelField)?.name;
  const columns = known.map((column): PredictionColumn => {
    const same = byName.get(column.name);
    if (same !== undefined && same.type === column.type) return { ...same, key: column.key };
    const distinct = column.profile?.distinct ?? 0;
    return {
      ...plain,
      name: column.name,
      key: column.key,
      type: column.type,
      valuesCount: column.type === "STRING" && distinct > 0 ? Math.min(distinct, maxValues) : null,
    };
  });
  const labelField = known.find(({ name }) => name === labelName)?.key ?? "";
  const selectedRowKeys = known
    .filter(({ name, key, type, profile }) => {
      if (key === labelField) return false;
      const old = keyBefore.get(name);
      if (old !== undefined) return selectedBefore.has(old);
      return findingOf({ name, type, profile: profile ?? null, records }) === undefined;
    })
    .map(({ key }) => key);
  return { ...before, columns: columns.map((column) => marked(column, labelField)), selectedRowKeys, labelField };
}

function marked(column: PredictionColumn, labelField: string): PredictionColumn {
  return { ...column, isLabelColumn: column.key === labelField };
}

/** The label is chosen by radio; choosing it removes it from the selected rows. */
export function withLabel(mapping: PredictionMapping, key: string): PredictionMapping {
  return {
    ...mapping,
    labelField: key,
    columns: mapping.columns.map((column) => marked(column, key)),
    selectedRowKeys: mapping.selectedRowKeys.filter((one) => one !== key),
  };
}

/** The label is never an input. */
export function withSelected(mapping: PredictionMapping, key: string, selected: boolean): PredictionMapping {
  const others = mapping.selectedRowKeys.filter((one) => one !== key);
  if (!selected || key === mapping.labelField) return { ...mapping, selectedRowKeys: others };
  const wanted = new Set([...others, key]);
  return { ...mapping, selectedRowKeys: mapping.columns.map((column) => column.key).filter((one) => wanted.has(one)) };
}

export function withAllSelected(mapping: PredictionMapping, selected: boolean): PredictionMapping {
  const keys = mapping.columns.map(({ key }) => key).filter((key) => key !== mapping.labelField);
  return { ...mapping, selectedRowKeys: selected ? keys : [] };
}

export function withColumn(mapping: PredictionMapping, key: string, changes: Partial<PredictionColumn>): PredictionMapping {
  return { ...mapping, columns: mapping.columns.map((column) => (column.key === key ? { ...column, ...changes } : column)) };
}

/** Numbers have boundaries and texts have values; settings that do not fit the new type are dropped. */
export function withType(mapping: PredictionMapping, key: string, type: ColumnType): PredictionMapping {
  return withColumn(mapping, key, isNumeric(type) ? { type, values: [], valuesCount: null } : { type, boundaries: [] });
}

/** New column defaults: name 'new', type STRING. The key stays unique: new, new1, new2. */
export function withNewColumn(mapping: PredictionMapping): PredictionMapping {
  const taken = new Set(mapping.columns.map(({ key }) => key));
  let key = "new";
  for (let count = 1; taken.has(key); count += 1) key = `new${count}`;
  return { ...mapping, columns: [...mapping.columns, { ...plain, name: "new", key, type: "STRING" }] };
}

export function withoutColumn(mapping: PredictionMapping, key: string): PredictionMapping {
  return {
    ...mapping,
    columns: mapping.columns.filter((column) => column.key !== key),
    selectedRowKeys: mapping.selectedRowKeys.filter((one) => one !== key),
    labelField: mapping.labelField === key ? "" : mapping.labelField,
  };
}

/** A new boundary defaults to the highest existing boundary plus one, or 0. */
export function nextBoundary(boundaries: readonly number[]): number {
  return boundaries.length === 0 ? 0 : Math.max(...boundaries) + 1;
}

/** In their order, each once. */
export function withBoundary(boundaries: readonly number[], added: number): number[] {
  return [...new Set([...boundaries, added])].toSorted((one, other) => one - other);
}

/** Values count of a string column must be numeric. Undefined when it is not; null when it is left to the training. */
export function valuesCountOf(text: string): number | null | undefined {
  return text.trim() === "" ? null : typedNumber(text, { min: 1, max: maxValues, whole: true });
}

/** Training fields are the selected columns. */
export function trainingFields(mapping: PredictionMapping): readonly PredictionColumn[] {
  const selected = new Set(mapping.selectedRowKeys);
  return mapping.columns.filter(({ key }) => selected.has(key));
}

export type ColumnFinding =
  | "Different in every record: it names the record"
  | "Different in nearly every record: it names the record"
  | "A date as text: every date would be a category"
  | "The same in every record"
  | "Missing in every record";

/** From this share of distinct values on a text names the record. As in the training's own warning. */
const namingShare = 0.95;
const namesOfIds = /(^|[^a-z])(id|ids|key|uuid|guid|number|nr|no)$/i;
const datePatterns = [/^\d{4}[-./]\d{1,2}[-./]\d{1,2}([T ].*)?$/, /^\d{1,2}[-./]\d{1,2}[-./](\d{4}|\d{2})([T ].*)?$/];

/** What makes a column useless to learn from. */
export function findingOf(column: {
  readonly name: string;
  readonly type: ColumnType;
  readonly profile: KnownProfile | null;
  readonly records: number | null;
}): ColumnFinding | undefined {
  const { name, type, profile, records } = column;
  if (profile === null || records === null || records < 2) return undefined;
  const { distinct, missing } = profile;
  const present = records - missing;
  if (present <= 0) return "Missing in every record";
  if (distinct <= 1 && missing === 0) return "The same in every record";
  if (type === "STRING" && isDateText(profile)) return "A date as text: every date would be a category";
  // Measures often differ in every record; names and numbers of things do not teach.
  if (type === "FLOAT" || present < 20) return undefined;
  if (distinct >= records) return "Different in every record: it names the record";
  // Amounts in whole numbers are nearly unique, too.
  if (distinct >= present * namingShare && (type === "STRING" || namesOfIds.test(name))) {
    return "Different in nearly every record: it names the record";
  }
  return undefined;
}

/** Judged by the values that the profile has: the first, the last and the most frequent ones. */
function isDateText({ min, max, frequent = [] }: KnownProfile): boolean {
  const values = [min, max, ...frequent.map(({ value }) => value)].filter((value) => typeof value === "string" && value !== "");
  return values.length > 0 && values.every((value) => datePatterns.some((pattern) => pattern.test(String(value))));
}

/** Why a training cannot begin, in the words to show beside the button; undefined when it can. */
export function whyNotTrain(mapping: PredictionMapping, trainingDatasource: string | null): string | undefined {
  if (trainingDatasource === null) return "Please select a valid training datasource first.";
  if (mapping.labelField === "") return "Choose the label: the column that is to be predicted.";
  if (mapping.selectedRowKeys.length === 0) return "Prediction configuration does not have any input fields defined";
  return undefined;
}
