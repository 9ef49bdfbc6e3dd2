import type { ExperimentResultFields, ResultField } from "@airlock/contract";
import type { SqlLayout } from "@airlock/engine/sql";
import type { CarriedColumn } from "@airlock/backend/datasets";
import type { ClickHouse } from "@airlock/platform/clickhouse";

export interface Summary {
  readonly rows: number;
  readonly fields: readonly ResultField[];
  readonly outcomes: NonNullable<ExperimentResultFields["outcomes"]>;
}

interface Column {
  readonly key: string;
  readonly name: string;
  readonly origin: "application" | "runtime" | "carried";
  readonly type: ResultField["type"];
}

const fieldTypes = { STRING: "String", INTEGER: "Integer", FLOAT: "Float" } as const;

/** An outcome field has only a few values. */
const maxValues = 12;
const tellingName = /decision|outcome|result|verdict|recommend|eligib|approv/i;

/** Exact for few values, within a few percent for many, and as fast as reading them. */
const distinct = "uniqCombined";

/** Summarises the columns of a result's table over all rows. */
export async function summarise(
  clickhouse: ClickHouse,
  table: string,
  layout: SqlLayout,
  carried: readonly CarriedColumn[],
): Promise<Summary> {
  const columns: readonly Column[] = [
    ...layout.application.map(({ name, type }, at) => ({ key: `a${at}`, name, type, origin: "application" as const })),
    ...layout.runtime.map(({ name, type }, at) => ({ key: `r${at}`, name, type, origin: "runtime" as const })),
    ...carried.map(({ name, type, stored }) => ({ key: stored, name, type: fieldTypes[type], origin: "carried" as const })),
  ];
  const parts = columns.map(({ key, type }) =>
    type === "Boolean" || type === "Date"
      ? `[toNullable(nan), nan, ${distinct}If(13)(${key}, isFinite(${key})), countIf(not ifNull(isFinite(${key}), 0))]`
      : type === "String"
        ? `[toNullable(nan), nan, ${distinct}(13)(nullIf(${key}, '\\xFF')), countIf(isNull(nullIf(${key}, '\\xFF')))]`
        : `[minIf(${key}, isFinite(${key})), maxIf(${key}, isFinite(${key})), ${distinct}If(13)(${key}, isFinite(${key})), countIf(not ifNull(isFinite(${key}), 0))]`,
  );
  const [found] = await clickhouse.query<{
    readonly rows: number;
    readonly completed: number;
    readonly refused: number;
    readonly parts: readonly (readonly (number | null)[])[];
  }>(
    `SELECT count() AS rows, countIf(error = 0) AS completed, countIf(error = 1) AS refused, [${parts.join(", ")}] AS parts FROM ${table}`,
  );
  if (found === undefined) throw new Error(`The rows of ${table} were not counted.`);
  const fields = columns.map(({ name, origin, type }, at): ResultField => {
    const [min = null, max = null, distinct, nulls] = found.parts[at] ?? [];
    return { name: `${origin}.${name}`, origin, type, min, max, distinct: distinct ?? 0, nulls: nulls ?? 0 };
  });
  const counts = { completed: found.completed, failed: found.rows - found.completed - found.refused, refused: found.refused };
  const kinds = Object.values(counts).filter((count) => count > 0).length;
  const outcome: ResultField = { name: "outcome", origin: "outcome", type: "String", min: null, max: null, distinct: kinds, nulls: 0 };
  const telling = tellingColumn(columns, fields);
  return {
    rows: found.rows,
    fields: [...fields, outcome],
    outcomes: {
      ...counts,
      field: telling === undefined ? null : `runtime.${telling.name}`,
      values: telling === undefined ? [] : await valuesOf(clickhouse, table, telling.key),
    },
  };
}

/** The text field of the flow with the fewest values, preferring one whose name suggests a decision. */
function tellingColumn(columns: readonly Column[], fields: readonly ResultField[]): Column | undefined {
  const [best] = columns
    .map((column, at) => ({ column, distinct: fields[at]?.distinct ?? 0 }))
    .filter(({ column, distinct }) => column.origin === "runtime" && column.type === "String" && distinct >= 1 && distinct <= maxValues)
    .sort((a, b) => Number(tellingName.test(b.column.name)) - Number(tellingName.test(a.column.name)) || a.distinct - b.distinct);
  return best?.column;
}

async function valuesOf(clickhouse: ClickHouse, table: string, key: string) {
  const found = await clickhouse.query<{ readonly value: string | null; readonly count: number }>(
    `SELECT ${key} AS value, count() AS count FROM ${table} GROUP BY value ORDER BY count DESC, value`,
  );
  return found.map(({ value, count }) => ({ value, count }));
}
