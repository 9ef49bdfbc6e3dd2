import type { SqlInput } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import type { ClickHouse } from "../../tests/engine/clickhouse.ts";
import { byResidence, bySector } from "../engine/scorecard.ts";

const columns: Readonly<Record<string, { readonly type: string; readonly sql: string }>> = {
  age: { type: "Int64", sql: between("age", 18, 80) },
  income: { type: "Float64", sql: `(${between("income", 800_000, 11_000_000)}) / 100` },
  debt: { type: "Float64", sql: `(${between("debt", 0, 3_000_000)}) / 100` },
  yearsEmployed: { type: "Float64", sql: `(${between("years", 0, 300)}) / 10` },
  residence: { type: "String", sql: oneOf("residence", [...byResidence.entries.map(([value]) => value), "OTHER"]) },
  sector: { type: "String", sql: oneOf("sector", [...bySector.entries.map(([value]) => value), "OTHER"]) },
  bankruptcies: { type: "Int64", sql: `greatest(0, ${between("bankruptcies", -5, 2)})` },
};

function between(salt: string, min: number, max: number): string {
  return `toInt64(${min}) + toInt64(cityHash64(number, '${salt}') % ${max - min + 1})`;
}

function oneOf(salt: string, values: readonly string[]): string {
  return `[${values.map((value) => `'${value}'`).join(", ")}][1 + cityHash64(number, '${salt}') % ${values.length}]`;
}

export const applicantColumns = Object.keys(columns);

const datasetTypes: Readonly<Record<string, "STRING" | "INTEGER" | "FLOAT">> = { String: "STRING", Int64: "INTEGER", Float64: "FLOAT" };

/** As columns of a datasource. */
export const applicantDataset = Object.entries(columns).map(([name, { type }]) => ({ name, type: datasetTypes[type] ?? "STRING" }));

/** The columns of a flow's fields: as an import leaves them, valid, with no missing values. */
export function inputsOf({ applicationDatasetFields }: Definition): ReadonlyMap<string, SqlInput> {
  return new Map(applicationDatasetFields.map(({ key, name }) => [key, { column: name, type: columns[name]?.type ?? "", inForm: true }]));
}

/** The same applicants on every machine: their number and the columns in their order, from `number`. */
export const applicantsSelect = `SELECT number, ${Object.values(columns)
  .map(({ sql }) => sql)
  .join(", ")}`;

/** In memory, so that disk reads do not hide differences. */
export function fillApplicants(database: ClickHouse, rows: number): void {
  const list = Object.entries(columns);
  database.run(`CREATE TABLE applicants (id UInt64, ${list.map(([name, { type }]) => `${name} ${type}`).join(", ")}) ENGINE = Memory`);
  database.run(`INSERT INTO applicants ${applicantsSelect} FROM numbers(${rows})`);
}
