import type { ColumnType, DatasourceColumn, PredictionColumn, PredictionMapping } from "@airlock/contract";

/** The rules of the mapping of columns; all are plain functions from one mapping to the next. */

export const emptyMapping: PredictionMapping = { columns: [], selectedRowKeys: [], labelField: "", inputFields: [] };

const plain = { isLabelColumn: false, boundaries: [], values: [], valuesCount: null };

export function isNumeric(type: ColumnType): boolean {
  return type !== "STRING";
}

/** What is known of a column before anything is trained. */
export interface KnownColumn extends DatasourceColumn {
  readonly profile?: { readonly distinct: number; readonly missing: number } | null;
}

const mostValues = 1_000_000;

/**
 * The columns of a datasource. What was said before of a column of the same name stays; a new one is an input, unless it has another value in every
 * record and so can teach nothing.
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
      valuesCount: column.type === "STRING" && distinct > 0 ? Math.min(distinct, mostValues) : null,
    };
  });
  const labelField = known.find(({ name }) => name === labelName)?.key ?? "";
  const selectedRowKeys = known
    .filter(({ name, key, type, profile }) => {
      if (key === labelField) return false;
      const old = keyBefore.get(name);
      if (old !== undefined) return selectedBefore.has(old);
      return findingOf({ type, profile: profile ?? null, records }) === undefined;
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

/** Numbers have boundaries and texts have values; what does not go with the new type is let go. */
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
  const digits = text.replaceAll(",", "").trim();
  if (digits === "") return null;
  const count = Number(digits);
  return /^\d{1,7}$/.test(digits) && count >= 1 && count <= mostValues ? count : undefined;
}

/** Training fields are the selected columns. */
export function trainingFields(mapping: PredictionMapping): readonly PredictionColumn[] {
  const selected = new Set(mapping.selectedRowKeys);
  return mapping.columns.filter(({ key }) => selected.has(key));
}

export type ColumnFinding = "Different in every record" | "The same in every record" | "Missing in every record";

/** What makes a column useless to learn from. */
export function findingOf(column: {
  readonly type: ColumnType;
  readonly profile: { readonly distinct: number; readonly missing: number } | null;
  readonly records: number | null;
}): ColumnFinding | undefined {
  const { type, profile, records } = column;
  if (profile === null || records === null || records < 2) return undefined;
  if (profile.missing >= records) return "Missing in every record";
  if (profile.distinct <= 1 && profile.missing === 0) return "The same in every record";
  // Measures often differ in every record; names and numbers of things do not teach.
  if (type !== "FLOAT" && records >= 20 && profile.distinct === records) return "Different in every record";
  return undefined;
}

/** Why a training cannot begin, in the words to show beside the button; undefined when it can. */
export function whyNotTrain(mapping: PredictionMapping, trainingDatasource: string | null): string | undefined {
  if (trainingDatasource === null) return "Please select a valid training datasource first.";
  if (mapping.labelField === "") return "Choose the label: the column that is to be predicted.";
  if (mapping.selectedRowKeys.length === 0) return "Prediction configuration does not have any input fields defined";
  return undefined;
}
