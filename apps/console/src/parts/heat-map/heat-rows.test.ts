import { newNode, type DecisionTableNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { heatRows } from "./heat-rows.ts";

const node: DecisionTableNode = {
  ...newNode("DecisionTable", "t", 0, 0),
  inputColumns: [{ id: "i0", formula: "application.a" }],
  outputColumns: [{ id: "o0", resultField: "r" }],
  tableRows: Array.from({ length: 20 }, (_, row) => ({ id: `r${row}`, inputs: [`${row}`], outputs: [`${row}`], reasonCode: "" })),
  defaultRows: [{ id: "d", inputs: [], outputs: ["0"], reasonCode: "" }],
};
const field = (key: string, name: string) => ({ key, name, type: "Integer", description: "", required: false }) as const;
const definition = { applicationDatasetFields: [field("a", "age")], runtimeDatasetFields: [field("r", "limit")] };

test("rows with most executions come first, with their share, and rows without any are counted", () => {
  const counts = [
    { id: "r4", count: 25 },
    { id: "d", count: 75 },
    { id: "r5", count: 0 },
  ];
  expect(heatRows(node, { executions: 100, isSample: false, counts }, definition)).toEqual({
    rows: [
      { name: "Default row", text: "otherwise: limit = 0", count: 75, share: 0.75 },
      { name: "Row 5", text: "age 4: limit = 4", count: 25, share: 0.25 },
    ],
    more: 0,
    dead: 19,
  });
});

test("of many rows the first are shown and the others counted", () => {
  const counts = node.tableRows.map(({ id }) => ({ id, count: 1 }));
  const { rows, more, dead } = heatRows(node, { executions: 20, isSample: true, counts }, definition);
  expect([rows.length, rows[0]?.name, more, dead]).toEqual([10, "Row 1", 10, 1]);
  expect(heatRows(node, { executions: 0, isSample: false, counts: [] }, definition)).toEqual({ rows: [], more: 0, dead: 21 });
});
