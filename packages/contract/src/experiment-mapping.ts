/**
 * Which columns and literals an application field accepts in an experiment. Free of schemas, so that the console can check the same rules
 * while the user types as the server checks before a run.
 */
import type { DatasetField, FieldType } from "@airlock/flow";
import { readLiteral } from "@airlock/flow/literal";

/** One application field, by its key: the name of a column of the datasource, or the same value for every record, as it was typed. */
export interface MappedField {
  readonly key: string;
  readonly value: string;
  readonly useDatasource: boolean;
}

export interface DatasetColumn {
  readonly name: string;
  readonly type: "STRING" | "INTEGER" | "FLOAT";
}

export type MappingProblemCode = "required" | "notAnInteger" | "notANumber" | "notABoolean" | "notADate" | "columnUnknown" | "columnType";

export interface MappingProblem {
  /** Of the application field. */
  readonly key: string;
  readonly code: MappingProblemCode;
  readonly message: string;
}

const integerText = /^-?[0-9]{1,20}$/;
const floatText = /^-?[0-9]{1,20}(\.[0-9]{1,40})?$/;

const columnsTaken: Readonly<Record<FieldType, readonly DatasetColumn["type"][]>> = {
  String: ["STRING", "INTEGER", "FLOAT"],
  Integer: ["INTEGER"],
  Float: ["INTEGER", "FLOAT"],
  // Parsed from text, row by row.
  Boolean: ["STRING"],
  Date: ["STRING"],
};

export function takesColumn(type: FieldType, column: DatasetColumn["type"]): boolean {
  return columnsTaken[type].includes(column);
}

/** An empty literal means that the field is missing in every record. */
export function takesLiteral(type: FieldType, value: string): boolean {
  if (value === "" || type === "String") return true;
  if (type === "Boolean" || type === "Date") return readLiteral(value, type).ok;
  return (type === "Integer" ? integerText : floatText).test(value);
}

/** In the order of the fields; entries for fields that no longer exist are ignored. */
export function mappingProblems(
  fields: readonly Pick<DatasetField, "key" | "name" | "type" | "required">[],
  columns: readonly DatasetColumn[],
  mapping: readonly MappedField[],
): readonly MappingProblem[] {
  const byKey = new Map(mapping.map((entry) => [entry.key, entry]));
  const byName = new Map(columns.map((column) => [column.name, column]));
  return fields.flatMap((field) => {
    const problem = problemOf(field, byKey.get(field.key), byName);
    return problem === undefined ? [] : [{ key: field.key, ...problem }];
  });
}

function problemOf(
  { name, type, required }: Pick<DatasetField, "name" | "type" | "required">,
  entry: MappedField | undefined,
  columns: ReadonlyMap<string, DatasetColumn>,
): Omit<MappingProblem, "key"> | undefined {
  if (entry === undefined || entry.value === "") {
    return required ? { code: "required", message: `${name} is required: choose a datasource field or enter a value.` } : undefined;
  }
  if (entry.useDatasource) {
    const column = columns.get(entry.value);
    if (column === undefined) return { code: "columnUnknown", message: `The datasource has no field ${entry.value}.` };
    if (takesColumn(type, column.type)) return undefined;
    return { code: "columnType", message: columnMessages[type] };
  }
  if (takesLiteral(type, entry.value)) return undefined;
  return literalProblems[type];
}

const columnMessages: Readonly<Record<FieldType, string>> = {
  String: "String fields take every datasource field",
  Integer: "Integer fields take only integer datasource fields",
  Float: "Float fields take only integer or real datasource fields",
  Boolean: "Boolean fields take only text datasource fields with true and false",
  Date: "Date fields take only text datasource fields with dates like 2026-01-31",
};

const literalProblems: Readonly<Record<FieldType, Omit<MappingProblem, "key"> | undefined>> = {
  String: undefined,
  Integer: { code: "notAnInteger", message: "Integer fields take only integers, like 24" },
  Float: { code: "notANumber", message: "Float fields take only decimals, like 24.5" },
  Boolean: { code: "notABoolean", message: "Boolean fields take only true and false" },
  Date: { code: "notADate", message: "Date fields take only dates, like 2026-01-31" },
};
