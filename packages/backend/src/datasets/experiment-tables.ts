import { clickhouseType, column, onCluster, safeId, type TableColumn } from "./datasource-tables.ts";

/**
 * The table with the rows of a result: `row` as in its datasource, and the columns of the engine's SQL, named by its layout: `r0` runtime fields,
 * `a0` application fields, `error`, `problems0`, `links0`, `reasons`, `p0` scores of predictions; after them `carried0` and so on, the carried
 * columns of the datasource.
 */
export function experimentTable(resultId: string): string {
  return `experiment_${safeId(resultId)}`;
}

/**
 * The table that one worker writes for a range. No other worker writes it, so a worker that is wrongly considered dead cannot corrupt another's rows.
 */
export function experimentPartTable(resultId: string, lease: string): string {
  return `experiment_${safeId(resultId)}_${safeId(lease)}`;
}

/** Prefix of the intermediate tables of a deep flow while a range is run. */
export function experimentStagePrefix(resultId: string, lease: string): string {
  return `${experimentPartTable(resultId, lease)}_`;
}

/** The results of one of two compared flows, until both are joined into the part table. */
export type ComparedSide = "left" | "right";
export function experimentSideTable(comparisonId: string, lease: string, side: ComparedSide): string {
  return `${experimentPartTable(comparisonId, lease)}_${side}`;
}

/** Any of these names; the first part is the id of the result or comparison, the second the lease, if it has one. */
export const experimentTableName = /^experiment_([0-9A-Z]{26})(?:_([0-9A-Z]{26})(?:_left|_right)?(?:_(?:list)?\d+)?)?$/;

/** The properties of the engine's layout that determine the table's columns. */
interface ColumnsOf {
  readonly columns: readonly string[];
  readonly application: readonly { readonly type: string }[];
  readonly runtime: readonly { readonly type: string }[];
}

/** A column of the datasource that is stored with the rows of a result although the flow may not read it. */
export interface CarriedColumn extends ExperimentColumn {
  /** Its name in the result's table. */
  readonly stored: string;
}

/** The name in the table of the carried column at this index. */
export function carriedName(index: number): string {
  return `carried${Math.trunc(index)}`;
}

/** The columns of these names, in this order. */
export function carriedColumns(carry: readonly string[], columns: readonly ExperimentColumn[]): readonly CarriedColumn[] {
  const found = carry.flatMap((name) => columns.find((one) => one.name === name) ?? []);
  return found.map((one, index) => ({ ...one, stored: carriedName(index) }));
}

/** Numbers are stored like those of fields. */
export function carriedSql({ key, type, stored }: CarriedColumn): string {
  return `${type === "STRING" ? column(key) : `toFloat64(${column(key)})`} AS ${stored}`;
}

function carriedTypes(carried: readonly CarriedColumn[]): readonly string[] {
  return carried.map(({ type, stored }) => `${stored} ${type === "STRING" ? "Nullable(String)" : "Nullable(Float64)"}`);
}

/** The rows of one range are one partition, which is replaced atomically. */
export function createExperimentTable(
  name: string,
  layout: ColumnsOf,
  rangeRows: number,
  cluster = "",
  carried: readonly CarriedColumn[] = [],
): string {
  return createRowsTable(name, [...columnsWith("", layout), ...carriedTypes(carried)], rangeRows, cluster);
}

/**
 * Results of two flows in one row: `left_r0` and `right_r0` are their columns. `state` is 0 if both are equal, 1 if anything differs, 2 if one flow
 * could not run on the row.
 */
export function createComparedTable(
  name: string,
  layouts: Readonly<Record<ComparedSide, ColumnsOf>>,
  rangeRows: number,
  cluster = "",
  carried: readonly CarriedColumn[] = [],
): string {
  const own = ["state UInt8", "outcome_left String", "outcome_right String"];
  return createRowsTable(
    name,
    [...own, ...columnsWith("left_", layouts.left), ...columnsWith("right_", layouts.right), ...carriedTypes(carried)],
    rangeRows,
    cluster,
  );
}

function columnsWith(prefix: string, layout: ColumnsOf): readonly string[] {
  return layout.columns.slice(1).map((name) => `${prefix}${name} ${typeOf(name, layout)}`);
}

function createRowsTable(name: string, columns: readonly string[], rangeRows: number, cluster: string): string {
  return `CREATE TABLE IF NOT EXISTS ${name}${onCluster(cluster)} (row UInt64, ${columns.join(", ")})
    ENGINE = ${cluster === "" ? "" : "Replicated"}MergeTree PARTITION BY intDiv(row, ${Math.trunc(rangeRows)}) ORDER BY row`;
}

function typeOf(name: string, { application, runtime }: ColumnsOf): string {
  const [, kind = "", place = ""] = /^([a-z]+)(\d*)$/.exec(name) ?? [];
  if (kind === "r" || kind === "a") {
    const field = (kind === "r" ? runtime : application)[Number(place)];
    return field?.type === "String" ? "Nullable(String)" : "Nullable(Float64)";
  }
  if (kind === "reasons") return "Array(UInt32)";
  if (kind === "error" || kind === "problems" || kind === "links" || kind === "t") return "UInt32";
  if (kind === "p") return "Float64";
  throw new Error(`A layout has no column ${name}.`);
}

export interface ExperimentColumn extends TableColumn {
  readonly name: string;
}

export type ExperimentInput = { readonly column: string; readonly type: string; readonly inForm: boolean } | { readonly value: string };

/** The source of each application field, for the engine's SQL compiler. A field without a source is missing in every row. */
export function experimentInputs(
  mapping: readonly { readonly key: string; readonly value: string; readonly useDatasource: boolean }[],
  columns: readonly ExperimentColumn[],
): ReadonlyMap<string, ExperimentInput> {
  const byName = new Map(columns.map((one) => [one.name, one]));
  const inputs = new Map<string, ExperimentInput>();
  for (const { key, value, useDatasource } of mapping) {
    if (value === "") continue;
    const found = byName.get(value);
    if (!useDatasource) inputs.set(key, { value });
    // Imported integers are already within the range of a field, so they need no check.
    else if (found !== undefined) {
      inputs.set(key, { column: found.key, type: clickhouseType(found.type), inForm: found.type === "INTEGER" });
    }
  }
  return inputs;
}
