import { expect, test } from "vitest";
import { mappingProblems, takesColumn, takesLiteral } from "./experiment-mapping.ts";

const field = (key: string, type: "String" | "Integer" | "Float", required = false) => ({ key, name: key.toUpperCase(), type, required });
const columns = [
  { name: "text", type: "STRING" },
  { name: "whole", type: "INTEGER" },
  { name: "real", type: "FLOAT" },
] as const;

test("integer fields take integers, float fields decimals, String fields anything", () => {
  const texts = ["24", "-3", "24.5", "-0.25", "1e3", "abc", " 1", "+1", ".5", "5."];
  expect(texts.filter((text) => takesLiteral("Integer", text))).toEqual(["24", "-3"]);
  expect(texts.filter((text) => takesLiteral("Float", text))).toEqual(["24", "-3", "24.5", "-0.25"]);
  expect(texts.every((text) => takesLiteral("String", text))).toBe(true);
});

test("integer fields take only integer columns, float fields integer or real ones", () => {
  const taken = (type: "String" | "Integer" | "Float") =>
    columns.filter((column) => takesColumn(type, column.type)).map(({ name }) => name);
  expect(taken("Integer")).toEqual(["whole"]);
  expect(taken("Float")).toEqual(["whole", "real"]);
  expect(taken("String")).toEqual(["text", "whole", "real"]);
});

test("Boolean and Date fields take text columns, and literals that are one", () => {
  const taken = (type: "Boolean" | "Date") => columns.filter((column) => takesColumn(type, column.type)).map(({ name }) => name);
  expect([taken("Boolean"), taken("Date")]).toEqual([["text"], ["text"]]);
  const texts = ["", "true", "false", "True", "1", "2026-01-31", "2026-02-30", "31-01-2026"];
  expect(texts.filter((text) => takesLiteral("Boolean", text))).toEqual(["", "true", "false"]);
  expect(texts.filter((text) => takesLiteral("Date", text))).toEqual(["", "2026-01-31"]);
  const fields = [
    { key: "a", name: "A", type: "Boolean", required: false } as const,
    { key: "b", name: "B", type: "Date", required: false } as const,
  ];
  const codes = (value: string, useDatasource: boolean) =>
    mappingProblems(fields, columns, [
      { key: "a", value, useDatasource },
      { key: "b", value, useDatasource },
    ]).map(({ code }) => code);
  expect(codes("yes", false)).toEqual(["notABoolean", "notADate"]);
  expect(codes("whole", true)).toEqual(["columnType", "columnType"]);
});

test("each field has at most one problem, and fields that may be missing none", () => {
  const fields = [field("a", "Integer"), field("b", "Float"), field("c", "String", true), field("d", "Integer", true), field("e", "Float")];
  const problems = mappingProblems(fields, columns, [
    { key: "a", value: "24.5", useDatasource: false },
    { key: "b", value: "text", useDatasource: true },
    { key: "d", value: "gone", useDatasource: true },
    { key: "unknown", value: "x", useDatasource: false },
  ]);
  expect(problems.map(({ key, code }) => [key, code])).toEqual([
    ["a", "notAnInteger"],
    ["b", "columnType"],
    ["c", "required"],
    ["d", "columnUnknown"],
  ]);
});
