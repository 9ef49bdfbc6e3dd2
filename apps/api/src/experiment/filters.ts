import type { FieldProblem, RecordFilter } from "@airlock/contract";
import { isNumberType } from "@airlock/flow";
import { linksPerColumn, type SqlLayout } from "@airlock/engine/sql";
import type { ResultColumn } from "./result-columns.ts";

/** Conditions with the parameters that ClickHouse binds. */
export interface Where {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** The conjunction of all filters, or what is wrong with them. */
export function whereOf(
  filters: readonly RecordFilter[],
  layout: SqlLayout,
  columns: ReadonlyMap<string, ResultColumn>,
): Where | readonly FieldProblem[] {
  const conditions: string[] = ["1"];
  const parameters: Record<string, string | number> = {};
  const problems: FieldProblem[] = [];
  const bind = (value: string | number): string => {
    const name = `f${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `{${name}:${typeof value === "number" ? "Float64" : "String"}}`;
  };
  for (const [at, filter] of filters.entries()) {
    const sql = conditionOf(filter, layout, columns.get(filter.field), bind);
    if (sql === undefined) problems.push(unknownField(`filters.${at}`, filter.field));
    else conditions.push(sql);
  }
  return problems.length > 0 ? problems : { sql: conditions.join(" AND "), parameters };
}

export function unknownField(field: string, name: string): FieldProblem {
  return { field, code: "unknown", message: `The result has no field ${name} that takes this.` };
}

function conditionOf(
  filter: RecordFilter,
  layout: SqlLayout,
  column: ResultColumn | undefined,
  bind: (value: string | number) => string,
): string | undefined {
  if (column === undefined)
    return "value" in filter && typeof filter.value === "string" ? taken(filter.field, filter.value, layout) : undefined;
  // Booleans and Dates are compared as the displayed texts.
  const isText = !isNumberType(column.field.type);
  if ("value" in filter) {
    if (filter.value === null) return `isNull(${column.sql})`;
    return isText === (typeof filter.value === "string") ? `ifNull(${column.sql} = ${bind(filter.value)}, 0)` : undefined;
  }
  if (isText) return undefined;
  const { from, to } = filter;
  const bounds = [
    ...(from === undefined ? [] : [`${column.sql} >= ${bind(from)}`]),
    ...(to === undefined ? [] : [`${column.sql} < ${bind(to)}`]),
  ];
  return `ifNull(${["1", ...bounds].join(" AND ")}, 0)`;
}

/** Reason codes and links are numbers and bits in the table. A code or link that the flow does not have matches no row. */
function taken(name: string, value: string, { codes, links }: SqlLayout): string | undefined {
  if (name === "reasonCode") {
    const place = codes.indexOf(value);
    return place < 0 ? "0" : `has(reasons, ${place + 1})`;
  }
  if (name !== "link") return undefined;
  const bit = links.findIndex(({ id }) => id === value);
  return bit < 0 ? "0" : `bitTest(links${Math.floor(bit / linksPerColumn)}, ${bit % linksPerColumn})`;
}
