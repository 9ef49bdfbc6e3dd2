import { newNode, type DecisionTableNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { draw } from "../testing/draw.ts";
import { matchedRows } from "./matched-rows.ts";

const document = draw({ application: { age: "Integer", since: "Date", member: "Boolean" }, runtime: { grade: "String" } });
const table = (hitPolicy: DecisionTableNode["hitPolicy"], inputs: readonly string[], ...rows: readonly (readonly string[])[]) =>
  ({
    ...newNode("DecisionTable", "t", 0, 0),
    hitPolicy,
    inputColumns: inputs.map((formula, place) => ({ id: `i${place}`, formula })),
    tableRows: rows.map((cells, row) => ({ id: `r${row}`, inputs: cells, outputs: [], reasonCode: "" })),
  }) satisfies DecisionTableNode;
const values = { application: { age: 30, since: "2026-01-31", member: true }, runtime: {} };
const rows = (node: DecisionTableNode) => [...matchedRows(document, node, values)];

test("rows match by the values of the run; with the first match only the first counts", () => {
  const cells = [["< 30"], [">= 30"], ["-"]];
  expect(rows(table("first", ["application.age"], ...cells))).toEqual([1]);
  expect(rows(table("all", ["application.age"], ...cells))).toEqual([1, 2]);
});

test("dates, Booleans and missing values are compared as the engine holds them", () => {
  const columns = ["application.since", "application.member", "runtime.grade"];
  expect(
    rows(table("all", columns, ["[2026-01-01..2026-01-31]", "true", "missing"], ["< 2026-01-31", "true", "-"], ["-", "false", "-"])),
  ).toEqual([0]);
});

test("nothing is shown without a run, and for a column that is computed", () => {
  expect(rows(table("all", ["application.age * 2"], ["-"]))).toEqual([]);
  expect([...matchedRows(document, table("all", ["application.age"], ["-"]), undefined)]).toEqual([]);
});
