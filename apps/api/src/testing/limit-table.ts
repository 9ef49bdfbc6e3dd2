import { emptyDefinition, newLink, newNode, type DecisionTableNode, type Definition } from "@airlock/flow";

const table: DecisionTableNode = {
  ...newNode("DecisionTable", "table", 200, 0),
  label: "Limit",
  inputColumns: [
    { id: "i0", formula: "application.debts / application.income" },
    { id: "i1", formula: "application.country" },
  ],
  outputColumns: [{ id: "o0", resultField: "limit" }],
  tableRows: [
    { id: "r0", inputs: ["< 0.25", "-"], outputs: ["5000"], reasonCode: "" },
    { id: "r1", inputs: ["[0.25..0.6)", "missing, NL"], outputs: ["= application.income * 2"], reasonCode: "" },
    { id: "r2", inputs: ["[0.25..0.6)", "BE"], outputs: ["1000"], reasonCode: "R07" },
  ],
  defaultRows: [{ id: "d", inputs: [], outputs: ["0"], reasonCode: "R90" }],
};
const start = newNode("Start", "start", 0, 0);
const end = newNode("End", "end", 400, 0);
const field = (name: string, type: "Float" | "String") => ({ key: name, name, type, description: "", required: false });

/** A flow with a Decision Table: `limit` by debts, income and country. */
export const limitTable: Definition = {
  ...emptyDefinition(),
  solutionDefinition: {
    ...emptyDefinition().solutionDefinition,
    nodes: [start, table, end],
    links: [newLink("in", start, table), newLink("out", table, end)],
  },
  applicationDatasetFields: [field("income", "Float"), field("debts", "Float"), field("country", "String")],
  runtimeDatasetFields: [field("limit", "Float")],
};
