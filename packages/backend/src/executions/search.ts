import type { ExecutionQuery } from "@airlock/contract";
import { readLiteral, type DatasetField } from "@airlock/flow";
import { recordPosition } from "./record-sql.ts";

type Field = Pick<DatasetField, "name" | "type">;

/** A version whose executions are searched: its fields in the order of its execution records. */
export interface SearchedVersion {
  readonly id: string;
  readonly plan: { readonly applicationFields: readonly Field[]; readonly runtimeFields: readonly Field[] };
}

export type ExecutionFilters = Omit<ExecutionQuery, "limit" | "after">;

/** A condition on the columns of `executions`, with bound parameters. */
export interface ExecutionCondition {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * A condition for each version that can match. Each version is a range of the table's sorting key, so callers build a select per version.
 * `parameters` has the parameters of all.
 */
export function searchExecutions<Version extends SearchedVersion>(
  organisationId: string,
  versions: readonly Version[],
  filters: ExecutionFilters,
  also: readonly ExecutionCondition[] = [],
): { readonly found: readonly { readonly version: Version; readonly where: string }[]; readonly parameters: Record<string, unknown> } {
  const common = [...commonConditions(filters), ...also];
  const parameters: Record<string, unknown> = { organisation: organisationId };
  for (const condition of common) Object.assign(parameters, condition.parameters);
  const found = versions.flatMap((version, index) => {
    const field = filters.field === undefined ? undefined : fieldCondition(version.plan, filters, `value${index}`);
    if (filters.field !== undefined && field === undefined) return [];
    Object.assign(parameters, { [`version${index}`]: version.id }, field?.parameters);
    const conditions = ["organisation = {organisation:String}", `version = {version${index}:String}`, ...common.map(({ sql }) => sql)];
    if (field !== undefined) conditions.push(field.sql);
    return [{ version, where: conditions.join(" AND ") }];
  });
  return { found, parameters };
}

/** Conditions that are the same for every version. */
function commonConditions(query: ExecutionFilters): readonly ExecutionCondition[] {
  const conditions: ExecutionCondition[] = [];
  const add = (sql: string, name: string, value: unknown) => conditions.push({ sql, parameters: { [name]: value } });
  if (query.from !== undefined) add("started >= parseDateTime64BestEffort({from:String}, 6, 'UTC')", "from", query.from);
  if (query.to !== undefined) add("started < parseDateTime64BestEffort({to:String}, 6, 'UTC')", "to", query.to);
  if (query.status !== undefined) add("status = {status:String}", "status", query.status);
  if (query.rollout !== undefined) add("rollout_id = {rollout:String}", "rollout", query.rollout);
  if (query.arm !== undefined) add("arm = {arm:String}", "arm", query.arm);
  if (query.minMillis !== undefined) add("duration_us >= {least:Float64}", "least", query.minMillis * 1000);
  if (query.maxMillis !== undefined) add("duration_us <= {most:Float64}", "most", query.maxMillis * 1000);
  if (query.reasonCode !== undefined) add("has(reason_codes, {reason:String})", "reason", query.reasonCode);
  if (query.id !== undefined) add("(id = upper({anyId:String}) OR correlation = {anyId:String})", "anyId", query.id);
  if (query.search !== undefined && query.search !== "") {
    // Texts of an execution record are JSON, so the search text is encoded the same way, without its quotes.
    conditions.push({
      sql: "(positionCaseInsensitiveUTF8(record, {search:String}) > 0 OR id = upper({searchId:String}) OR correlation = {searchId:String})",
      parameters: { search: JSON.stringify(query.search).slice(1, -1), searchId: query.search },
    });
  }
  return conditions;
}

/** The condition on a field, whose position in the execution record depends on the version; undefined if this version has no such field. */
function fieldCondition(
  plan: SearchedVersion["plan"],
  { field, operator, value = "" }: ExecutionFilters,
  parameter: string,
): ExecutionCondition | undefined {
  const inApplication = plan.applicationFields.findIndex(({ name }) => name === field);
  const inRuntime = plan.runtimeFields.findIndex(({ name }) => name === field);
  const found = inApplication === -1 ? plan.runtimeFields[inRuntime] : plan.applicationFields[inApplication];
  if (found === undefined) return undefined;
  const [list, at] = inApplication === -1 ? [recordPosition.runtime, inRuntime + 1] : [recordPosition.application, inApplication + 1];
  const here = `record, ${list}, ${at}`;
  // A missing value is neither equal nor unequal to anything, as in a condition of a flow.
  const isThere = `JSONType(${here}) NOT IN ('Null', 'NULL_VALUE')`;
  if (operator === "contains") {
    return {
      sql: `positionCaseInsensitiveUTF8(JSONExtractString(${here}), {${parameter}:String}) > 0`,
      parameters: { [parameter]: value },
    };
  }
  const compare = operator === "==" ? "=" : operator;
  if (found.type === "String") {
    // Written exactly like the expression of the index `by_input`, so that ClickHouse uses it to skip blocks.
    const isIndexed = operator === "==" && list === recordPosition.application;
    const indexed = isIndexed ? `has(JSONExtract(record, 2, 'Array(String)'), {${parameter}:String}) AND ` : "";
    return {
      sql: `${indexed}${isThere} AND JSONExtractString(${here}) ${compare} {${parameter}:String}`,
      parameters: { [parameter]: value },
    };
  }
  const number = numberOf(value.trim(), found.type);
  if (number === undefined) return undefined;
  return { sql: `${isThere} AND JSONExtractFloat(${here}) ${compare} {${parameter}:Float64}`, parameters: { [parameter]: number } };
}

/** The recorded value for a text typed by a user; undefined if it does not fit the type. */
function numberOf(text: string, type: Exclude<DatasetField["type"], "String">): number | undefined {
  if (type === "Boolean" || type === "Date") {
    const read = readLiteral(text, type);
    return read.ok ? Number(read.value) : undefined;
  }
  const number = Number(text);
  return text === "" || !Number.isFinite(number) ? undefined : number;
}
