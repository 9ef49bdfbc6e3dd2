import { emptyDefinition, newNode, type DecisionTableNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { tableText } from "./table-text.ts";

const node: DecisionTableNode = {
  ...newNode("DecisionTable", "t", 0, 0),
  inputColumns: [
    { id: "i0", formula: "application.a" },
    { id: "i1", formula: "application.b / application.a" },
  ],
  outputColumns: [{ id: "o0", resultField: "r" }],
  tableRows: Array.from({ length: 5_000 }, (_, row) => ({
    id: `r${row}`,
    inputs: [`${row}`, "< 0.5"],
    outputs: [`${row}`],
    reasonCode: "R1",
  })),
};
const field = (key: string, name: string) => ({ key, name, type: "Integer", description: "", required: false }) as const;
const definition = {
  ...emptyDefinition(),
  applicationDatasetFields: [field("a", "age"), field("b", "debts")],
  runtimeDatasetFields: [field("r", "limit")],
};

test("the row that counted is named by its number in the table, and columns that are computed by their formula", () => {
  expect(tableText({ rows: [4_711], inputs: [{ value: 4_711 }, { value: 0.25 }] }, node, definition)).toEqual({
    rows: [{ name: "Row 4712 of 5000", text: "age 4711, debts / age < 0.5: limit = 4711, reason R1" }],
    more: 0,
    computed: [{ formula: "debts / age", value: 0.25 }],
  });
});

test("of many rows the first are shown and the others counted", () => {
  const { rows, more } = tableText({ rows: Array.from({ length: 12 }, (_, row) => row), inputs: [{}, {}] }, node, definition);
  expect([rows.length, more]).toEqual([5, 7]);
});

test("without a row the default row counted, if there is one and no column failed", () => {
  const withDefault = { ...node, defaultRows: [{ id: "d", inputs: [], outputs: ["0"], reasonCode: "" }] };
  const none = { rows: [], inputs: [{ value: 1 }, {}] };
  expect(tableText(none, withDefault, definition).rows).toEqual([{ name: "Default row", text: "otherwise: limit = 0" }]);
  expect(tableText(none, node, definition)).toMatchObject({ rows: [], computed: [{ value: undefined }] });
  expect(tableText({ rows: [], inputs: [] }, withDefault, definition).rows).toEqual([]);
});
