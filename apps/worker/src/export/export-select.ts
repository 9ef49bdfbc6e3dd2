import type { ExportFilters, ExportFormat } from "@airlock/contract";
import { recordPosition, searchExecutions } from "@airlock/backend/executions";
import { valueText } from "@airlock/engine/sql";
import type { RememberedVersion } from "../execution/remembered-versions.ts";

export interface ExportSelect {
  /** Counts the executions. */
  readonly count: string;
  /** Writes the file; `inOrder` sorts it, newest first. `mark` is a name by which the running statement can be found. */
  readonly file: (inOrder: boolean, mark: string) => string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

type Kind = "String" | "Int64" | "Float64";
type Part = "application" | "runtime";
interface Column {
  readonly part: Part;
  readonly name: string;
  readonly kind: Kind;
}

/** Booleans and Dates are written as callers read them. */
const kinds = { String: "String", Integer: "Int64", Float: "Float64", Boolean: "String", Date: "String" } as const;

/**
 * One statement that writes the file: a select per version, since the position of a field in the execution record depends on the version, with a
 * column for every field of any version. FINAL removes duplicates of an execution. Undefined if nothing can match.
 */
export function exportSelect(
  organisationId: string,
  versions: readonly RememberedVersion[],
  filters: ExportFilters,
  format: ExportFormat,
): ExportSelect | undefined {
  const { found, parameters } = searchExecutions(organisationId, versions, filters);
  if (found.length === 0) return undefined;
  const columns = columnsOf(found.map(({ version }) => version));
  const text = (sql: string) => (format === "csv" ? harmless(sql) : sql);
  const selects = found.map(({ version, where }) => {
    const cells = [
      "id AS execution",
      "started",
      "duration_us / 1000 AS durationMillis",
      "toString(status) AS status",
      `${text(quoted(version.solutionName))} AS solution`,
      `${text(quoted(version.name))} AS versionName`,
      "toString(version) AS version",
      format === "csv" ? `${harmless("arrayStringConcat(reason_codes, ' ')")} AS reasonCodes` : "reason_codes AS reasonCodes",
      "if(erased = 0, NULL, erased) AS erasedDate",
      "nullIf(toString(rollout_id), '') AS rollout",
      "nullIf(toString(arm), '') AS arm",
      ...columns.map((column) => `${cell(version, column, text)} AS ${named(`${column.part}.${column.name}`)}`),
    ];
    return `SELECT ${cells.join(", ")} FROM executions FINAL WHERE ${where}`;
  });
  const united = selects.map((select) => `(${select})`).join(" UNION ALL ");
  const counts = found.map(({ where }) => `(SELECT count() AS n FROM executions FINAL WHERE ${where})`).join(" UNION ALL ");
  return {
    count: `SELECT sum(n) AS total FROM (${counts})`,
    file: (inOrder, mark) =>
      `SELECT * FROM (${united}) AS ${named(mark)}${inOrder ? " ORDER BY started DESC, execution DESC" : ""} FORMAT ${format === "csv" ? "CSVWithNames" : "Parquet"}`,
    parameters,
  };
}

/** A field has one type in the file: if versions differ, one that fits both. */
function columnsOf(versions: readonly RememberedVersion[]): readonly Column[] {
  const columns = new Map<string, Column>();
  for (const part of ["application", "runtime"] as const) {
    for (const version of versions) {
      for (const { name, type } of fieldsOf(version, part)) {
        const key = `${part}.${name}`;
        const kind = kinds[type];
        const known = columns.get(key)?.kind ?? kind;
        columns.set(key, { part, name, kind: known === kind ? kind : wider(known, kind) });
      }
    }
  }
  return [...columns.values()];
}

function wider(one: Kind, other: Kind): Kind {
  return one === "String" || other === "String" ? "String" : "Float64";
}

function fieldsOf({ plan }: RememberedVersion, part: Part) {
  return part === "application" ? plan.applicationFields : plan.runtimeFields;
}

function cell(version: RememberedVersion, { part, name, kind }: Column, text: (sql: string) => string): string {
  const at = fieldsOf(version, part).findIndex((field) => field.name === name) + 1;
  if (at === 0) return `CAST(NULL, 'Nullable(${kind})')`;
  const type = fieldsOf(version, part)[at - 1]?.type ?? "String";
  if (type === "Boolean" || type === "Date")
    return valueText(type, `JSONExtract(record, ${recordPosition[part]}, ${at}, 'Nullable(Float64)')`);
  const own = kinds[type];
  const value = `JSONExtract(record, ${recordPosition[part]}, ${at}, 'Nullable(${own})')`;
  if (kind !== "String") return own === kind ? value : `CAST(${value}, 'Nullable(${kind})')`;
  return text(own === "String" ? value : `toString(${value})`);
}

/**
 * Matches texts that a spreadsheet evaluates as a formula, after white space that it trims and with full-width signs that it normalises. The signs
 * are alternatives rather than a character class, so that the expression works on bytes and on characters.
 */
const formula = "^(?:[\\\\t\\\\r\\\\n]|(?:\\\\s|\u00a0|\u3000)*(?:[=+@-]|＝|＋|－|＠))";

/** Prefixes a text that a spreadsheet would evaluate as a formula with an apostrophe, which makes it a text. */
function harmless(sql: string): string {
  return `if(match(ifNull(${sql}, ''), '${formula}'), concat('\\'', ${sql}), ${sql})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function named(text: string): string {
  return `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}
