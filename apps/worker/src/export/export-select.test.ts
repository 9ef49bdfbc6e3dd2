import { expect, test } from "vitest";
import type { RememberedVersion } from "../execution/remembered-versions.ts";
import { exportSelect } from "./export-select.ts";

type Fields = RememberedVersion["plan"]["applicationFields"];

function version(id: string, applicationFields: Fields, names: Partial<Pick<RememberedVersion, "name" | "solutionName">> = {}) {
  return { id, name: "1.0", solutionName: "Credit", ...names, plan: { applicationFields, runtimeFields: [] } } satisfies RememberedVersion;
}

function fileOf(versions: readonly RememberedVersion[], format: "csv" | "parquet" = "csv"): string {
  return exportSelect("O", versions, { operator: "==" }, format)?.file(true, "export_E") ?? "";
}

test("a field has one column of a type that fits every version, empty where a version lacks it", () => {
  const sql = fileOf(
    [
      version("A", [
        { name: "age", type: "Integer" },
        { name: "code", type: "Integer" },
      ]),
      version("B", [
        { name: "code", type: "String" },
        { name: "age", type: "Float" },
      ]),
      version("C", []),
    ],
    "parquet",
  );
  const [a = "", b = "", c = ""] = sql.split("UNION ALL");
  expect(a).toContain("CAST(JSONExtract(record, 2, 1, 'Nullable(Int64)'), 'Nullable(Float64)') AS `application.age`");
  expect(a).toContain("toString(JSONExtract(record, 2, 2, 'Nullable(Int64)')) AS `application.code`");
  expect(b).toContain("JSONExtract(record, 2, 2, 'Nullable(Float64)') AS `application.age`");
  expect(b).toContain("JSONExtract(record, 2, 1, 'Nullable(String)') AS `application.code`");
  expect(c).toContain("CAST(NULL, 'Nullable(Float64)') AS `application.age`, CAST(NULL, 'Nullable(String)') AS `application.code`");
  expect(sql.endsWith(") AS `export_E` ORDER BY started DESC, execution DESC FORMAT Parquet")).toBe(true);
});

test("Booleans and Dates are texts as callers read them", () => {
  const sql = fileOf([
    version("A", [
      { name: "yes", type: "Boolean" },
      { name: "on", type: "Date" },
    ]),
    version("B", [{ name: "on", type: "Integer" }]),
  ]);
  const [a = "", b = ""] = sql.split("UNION ALL");
  expect(a).toContain("'true', 'false') AS `application.yes`");
  expect(a).toContain("JSONExtract(record, 2, 2, 'Nullable(Float64)')");
  expect(b).toContain("toString(JSONExtract(record, 2, 1, 'Nullable(Int64)'))");
});

test("a file has the rollout and the arm of each execution, empty without one", () => {
  const sql = fileOf([version("A", [])]);
  expect(sql).toContain("nullIf(toString(rollout_id), '') AS rollout, nullIf(toString(arm), '') AS arm");
});

test("names chosen by users are escaped", () => {
  const evil = "x' OR 1 = 1; DROP TABLE executions; --\\";
  const sql = fileOf([version("A", [{ name: "a`b\\", type: "String" }], { name: evil, solutionName: evil })]);
  expect(sql).toContain("'x\\' OR 1 = 1; DROP TABLE executions; --\\\\'");
  expect(sql).toContain("AS `application.a\\`b\\\\`");
});

test("texts that look like formulas are escaped in CSV only", () => {
  const versions = [version("A", [{ name: "name", type: "String" }])];
  expect(fileOf(versions)).toContain(
    "match(ifNull(JSONExtract(record, 2, 1, 'Nullable(String)'), ''), '^(?:[\\\\t\\\\r\\\\n]|(?:\\\\s|\u00a0|\u3000)*(?:[=+@-]|＝|＋|－|＠))')",
  );
  expect(fileOf(versions, "parquet")).not.toContain("match(");
});

test("if no version has the requested field, there is no statement", () => {
  const versions = [version("A", [{ name: "age", type: "Integer" }])];
  expect(exportSelect("O", versions, { field: "income", operator: ">", value: "3" }, "csv")).toBeUndefined();
});
