import { compile, encodeRecord, evaluate, explain, readInput } from "@airlock/engine";
import { firstDifference } from "@airlock/engine/compare";
import type { DecisionTableNode, Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { limitTable } from "../testing/limit-table.ts";
import { decidingRows } from "./deciding-rows.ts";

function changed(change: (table: DecisionTableNode) => DecisionTableNode): Definition {
  const { solutionDefinition } = limitTable;
  const nodes = solutionDefinition.nodes.map((node) => (node.type === "DecisionTable" ? change(node) : node));
  return { ...limitTable, solutionDefinition: { ...solutionDefinition, nodes } };
}

function steps(definition: Definition, debts: number) {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The table cannot run.");
  const read = readInput(compiled.plan, { income: 1000, debts, country: "NL" });
  if (!read.ok) throw new Error("The input does not fit.");
  return explain(compiled.plan, encodeRecord(evaluate(compiled.plan, read.input)));
}

const narrower = changed((table) => ({
  ...table,
  tableRows: table.tableRows.map((row, at) =>
    at === 0 ? { ...row, inputs: ["< 0.1", "-"] } : { ...row, inputs: row.inputs.with(0, "[0.1..0.6)") },
  ),
}));

test("another row counts in the new flow: both are named, none where the default row counted", () => {
  const at = (debts: number) => {
    const [left, right] = [steps(limitTable, debts), steps(narrower, debts)];
    return decidingRows(left, right, firstDifference(left, right)?.nodeId ?? "");
  };
  expect(at(200)).toEqual({ left: [0], right: [1] });
  // The same comes out.
  expect(at(50)).toBeUndefined();
  const all = changed((table) => ({ ...table, tableRows: [{ id: "only", inputs: ["> 9", "-"], outputs: ["1"], reasonCode: "" }] }));
  expect(decidingRows(steps(limitTable, 200), steps(all, 200), "table")).toEqual({ left: [0], right: [] });
});

test("of many rows the first are named, and nodes that are no tables have none", () => {
  const row = { inputs: ["-", "-"], outputs: ["1"], reasonCode: "" };
  const many = changed((table) => ({
    ...table,
    hitPolicy: "sum",
    tableRows: Array.from({ length: 30 }, (_, at) => ({ ...row, id: `m${at}` })),
  }));
  expect(decidingRows(steps(limitTable, 200), steps(many, 200), "table")).toEqual({ left: [0], right: [0, 1, 2, 3, 4] });
  expect(decidingRows(steps(limitTable, 200), steps(many, 200), "end")).toBeUndefined();
});
