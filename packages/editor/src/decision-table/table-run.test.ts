import { newNode, type DecisionTableNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { draw } from "../testing/draw.ts";
import { tableRun } from "./table-run.ts";

const document = draw({ application: { age: "Integer", since: "Date", member: "Boolean" }, runtime: { grade: "String" } });
const table = (hitPolicy: DecisionTableNode["hitPolicy"], inputs: readonly string[], ...rows: readonly (readonly string[])[]) =>
  ({
    ...newNode("DecisionTable", "t", 0, 0),
    hitPolicy,
    inputColumns: inputs.map((formula, place) => ({ id: `i${place}`, formula })),
    outputColumns: [{ id: "o0", resultField: "grade" }],
    tableRows: rows.map((cells, row) => ({ id: `r${row}`, inputs: cells, outputs: ["-"], reasonCode: "" })),
  }) satisfies DecisionTableNode;
const values = { application: { age: 30, since: "2026-01-31", member: true }, runtime: {}, after: { grade: "B" } };
const matched = (node: DecisionTableNode, run = values) => [...(tableRun(document, node, run)?.matched ?? [])];

test("rows match by the values of the run; with the first match only the first counts", () => {
  const cells = [["< 30"], [">= 30"], ["-"]];
  expect(matched(table("first", ["application.age"], ...cells))).toEqual([1]);
  expect(matched(table("all", ["application.age"], ...cells))).toEqual([1, 2]);
});

test("dates, Booleans and missing values are compared as the engine holds them", () => {
  const columns = ["application.since", "application.member", "runtime.grade"];
  expect(
    matched(table("all", columns, ["[2026-01-01..2026-01-31]", "true", "missing"], ["< 2026-01-31", "true", "-"], ["-", "false", "-"])),
  ).toEqual([0]);
});

test("where no row matches the default row counts, if there is one", () => {
  const node = table("first", ["application.age"], ["< 18"], ["> 90"]);
  expect(matched(node)).toEqual([]);
  expect(matched({ ...node, defaultRows: [{ id: "d", inputs: [], outputs: ["-"], reasonCode: "" }] })).toEqual([2]);
});

test("a column that is computed has the value of the run; one that was added since has none, and no row is said to match", () => {
  const node = table("all", ["application.age * 2", "application.member"], ["> 50", "true"], ["-", "false"]);
  const run = tableRun(document, node, { ...values, columns: new Map([["application.age * 2", { value: 60 }]]) });
  expect(run?.columns).toEqual(
    [{ value: 60 }, { type: "Boolean", value: true }, { value: "B" }].map((one) => expect.objectContaining(one)),
  );
  expect([...(run?.matched ?? [])]).toEqual([0]);
  const unknown = tableRun(document, node, values);
  expect(unknown?.columns[0]).toBeUndefined();
  expect(unknown?.matched.size).toBe(0);
  expect(tableRun(document, node, undefined)).toBeUndefined();
});

test("the cells that a row was missed by are those that do not take the value", () => {
  const node = table("first", ["application.age", "application.member"], ["< 18", "true"], ["-", "false"], [">= 18", "old"]);
  const run = tableRun(document, node, values);
  expect(node.tableRows.map((_, row) => [0, 1].filter((column) => run?.isMissed(row, column)))).toEqual([[0], [1], [1]]);
  expect(run?.isMissed(3, 0)).toBe(false);
});
