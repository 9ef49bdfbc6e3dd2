import { emptyDefinition, newLink, newNode, type DecisionTableNode, type Definition } from "@airlock/flow";

const field = (key: string, type: "Integer" | "Float" | "String") => ({ key, name: key, type, description: "", required: false });

const bands = [
  ["[18..25)", "< 0.2"],
  ["[18..25)", "[0.2..0.4)"],
  ["[18..25)", ">= 0.4"],
  ["[25..65)", "< 0.2"],
  ["[25..65)", "[0.2..0.4)"],
  ["[25..65)", ">= 0.4"],
  [">= 65", "< 0.2"],
  [">= 65", ">= 0.2"],
] as const;

/** By place: what a row stores and its reason code. */
const results = [
  ["Approve", "4000", ""],
  ["Refer", "1500", "R04"],
  ["Decline", "0", "R07"],
  ["Approve", "12500", ""],
  ["Approve", "7500", ""],
  ["Refer", "2500", "R07"],
  ["Approve", "6000", ""],
  ["Refer", "1000", "R12"],
] as const;

const table: DecisionTableNode = {
  ...newNode("DecisionTable", "limit", 260, 60),
  label: "Credit limit",
  inputColumns: [
    { id: "i0", formula: "application.age" },
    { id: "i1", formula: "application.monthly_debts / application.net_income" },
    { id: "i2", formula: "application.residency" },
  ],
  outputColumns: [
    { id: "o0", resultField: "result" },
    { id: "o1", resultField: "limit" },
  ],
  tableRows: [
    { id: "r-us", inputs: ["-", "-", "US"], outputs: ["Decline", "0"], reasonCode: "R01" },
    ...bands.map(([age, burden], at) => {
      const [result, limit, reasonCode] = results[at] ?? ["Refer", "0", ""];
      return { id: `r${at}`, inputs: [age, burden, "-"], outputs: [result, limit], reasonCode };
    }),
    { id: "r-young", inputs: ["< 16", "-", "-"], outputs: ["Decline", "0"], reasonCode: "R02" },
  ],
  defaultRows: [{ id: "d", inputs: [], outputs: ["Decline", "0"], reasonCode: "R90" }],
};

const test = (id: string, name: string, age: number, debts: number, residency: string, limit: number) => ({
  id,
  name,
  input: { age, monthly_debts: debts, net_income: 3000, residency },
  expect: { runtimeData: { limit } },
});

/** A credit limit by one Decision Table, for applicants as `seedExecutions` makes them up. */
export function limitFlow(change: (table: DecisionTableNode) => DecisionTableNode = (same) => same): Definition {
  const [start, end, drawn] = [newNode("Start", "start", 60, 60), newNode("End", "end", 520, 60), change(table)];
  return {
    ...emptyDefinition(),
    solutionDefinition: {
      ...emptyDefinition().solutionDefinition,
      nodes: [start, drawn, end],
      links: [newLink("in", start, drawn), newLink("out", drawn, end)],
    },
    applicationDatasetFields: [
      field("age", "Integer"),
      field("residency", "String"),
      field("net_income", "Float"),
      field("monthly_debts", "Float"),
    ],
    runtimeDatasetFields: [field("result", "String"), field("limit", "Float")],
    applicationTestData: [
      { name: "age", value: "41" },
      { name: "residency", value: "NL" },
      { name: "net_income", value: "3200" },
      { name: "monthly_debts", value: "900" },
    ],
    testCases: [
      test("t0", "Young with few debts", 22, 300, "NL", 4000),
      test("t1", "Grown up", 40, 300, "NL", 12_500),
      test("t2", "Grown up with debts", 40, 1000, "BE", 7500),
      test("t3", "American", 40, 300, "US", 0),
      test("t4", "Old with few debts", 70, 100, "NL", 6000),
    ],
  };
}
