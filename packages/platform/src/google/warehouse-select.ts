export interface TablePlace {
  readonly projectId: string;
  readonly dataset: string;
  readonly table: string;
}

export interface TableColumnDescription {
  readonly name: string;
  readonly type: string;
  /** An array of such values in every row. */
  readonly isRepeated: boolean;
}

/** Types whose BigQuery representation flows can read. */
const plain: ReadonlySet<string> = new Set(["STRING", "INTEGER", "INT64", "FLOAT", "FLOAT64"]);
/** Types without a textual representation. */
const nested: ReadonlySet<string> = new Set(["RECORD", "STRUCT", "JSON", "GEOGRAPHY", "RANGE"]);

/** A SELECT of only these columns, because BigQuery bills by column. Values that are neither numbers nor texts are cast to text by BigQuery. */
export function selectFrom(place: TablePlace, columns: readonly TableColumnDescription[], maxResults?: number): string {
  const list = columns.map((column, at) => `${written(column)} AS c${at}`).join(", ");
  const limit = maxResults === undefined ? "" : ` LIMIT ${Math.trunc(maxResults)}`;
  return `SELECT ${list} FROM ${quoted(`${place.projectId}.${place.dataset}.${place.table}`)}${limit}`;
}

function written({ name, type, isRepeated }: TableColumnDescription): string {
  const column = quoted(name);
  if (isRepeated || nested.has(type)) return `TO_JSON_STRING(${column})`;
  if (type === "BYTES") return `TO_BASE64(${column})`;
  return plain.has(type) ? column : `CAST(${column} AS STRING)`;
}

/** BigQuery's names contain neither of these characters; one that did would end the quoted name early. */
function quoted(name: string): string {
  return `\`${name.replaceAll(/[`\\]/g, "")}\``;
}

const widths: Readonly<Record<string, number>> = { BOOLEAN: 1, BOOL: 1, STRING: 2, BYTES: 2, NUMERIC: 16, BIGNUMERIC: 32 };

/** The minimum size of a row of these columns, by BigQuery's table of sizes: a text has two bytes and its letters. */
export function leastBytes(columns: readonly TableColumnDescription[]): number {
  return columns.reduce((sum, { type, isRepeated }) => sum + (isRepeated || nested.has(type) ? 0 : (widths[type] ?? 8)), 0);
}
