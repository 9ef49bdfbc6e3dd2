import {
  emptyDefinition,
  newLink,
  newNode,
  type DecisionTableNode,
  type Definition,
  type FlowNode,
  type PredictionNode,
  type TestCase,
  type WebCallNode,
} from "@airlock/flow";
import { expect, test } from "vitest";
import { currentBehaviour } from "../types.ts";
import { runCases, type CasesRun, type RunCasesOptions } from "./run-cases.ts";

/** Start, the nodes one after the other, End. */
function flow(nodes: readonly FlowNode[], more: Partial<Definition> = {}): Definition {
  const all = [newNode("Start", "start", 0, 0), ...nodes, newNode("End", "end", 0, 0)];
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes: all, links: all.slice(1).map((node, at) => newLink(`l${at}`, all[at] ?? node, node)), zoom: 100 },
    applicationDatasetFields: [{ key: "age", name: "age", type: "Integer", required: false }],
    runtimeDatasetFields: [
      { key: "points", name: "points", type: "Float", required: false },
      { key: "isAdult", name: "isAdult", type: "Boolean", required: false },
      { key: "band", name: "band", type: "String", required: false },
    ],
    ...more,
  };
}

const bands: DecisionTableNode = {
  ...newNode("DecisionTable", "bands", 0, 0),
  inputColumns: [{ id: "i", formula: "application.age" }],
  outputColumns: ["points", "isAdult", "band"].map((resultField) => ({ id: resultField, resultField })),
  tableRows: [
    { id: "young", inputs: ["< 18"], outputs: ["0", "false", "1"], reasonCode: "R01" },
    { id: "old", inputs: [">= 18"], outputs: ["12.5", "true", "2"], reasonCode: "" },
  ],
};
const call: WebCallNode = {
  ...newNode("WebCall", "call", 0, 0),
  label: "Bureau",
  url: "https://bureau.test/",
  responseMapping: [{ datasetType: "runtime", fieldName: "points", param: "$.score" }] as WebCallNode["responseMapping"],
};
const predict: PredictionNode = {
  ...newNode("Prediction", "predict", 0, 0),
  config: "c",
  inputFields: [{ name: "points", datasource: "Runtime", fieldKey: "points" }] as PredictionNode["inputFields"],
  scoreField: "points",
};

const caseOf = (id: string, input: TestCase["input"], expected: TestCase["expect"], more: Partial<TestCase> = {}): TestCase => ({
  id,
  name: id,
  input,
  expect: expected,
  ...more,
});

async function runsOf(definition: Definition, cases: readonly TestCase[], options?: RunCasesOptions) {
  const run: CasesRun = await runCases(definition, cases, options);
  if (!run.ok) throw new Error(run.findings.map(({ message }) => message).join(" "));
  return run;
}

test("cases that get what they expect pass; numbers and truth values may be written as text", async () => {
  const { runs } = await runsOf(flow([bands]), [
    caseOf("young", { age: 17 }, { status: "completed", runtimeData: { points: 0, isAdult: false, band: "1" }, reasonCodes: ["R01"] }),
    caseOf("old", { age: 18 }, { runtimeData: { points: "12.5", isAdult: "true", band: 2 } }),
    caseOf("unknown", {}, { runtimeData: { points: null, isAdult: null, band: null }, reasonCodes: [] }),
  ]);
  expect([...runs].map(([id, run]) => [id, run.passed, run.ran && run.differences])).toEqual([
    ["young", true, []],
    ["old", true, []],
    ["unknown", true, []],
  ]);
});

test("cases that do not pass name each difference", async () => {
  const expected = {
    status: "failed" as const,
    error: "DIVISION_BY_ZERO",
    runtimeData: { points: "12.6", isAdult: "yes", band: null, gone: 1 },
    reasonCodes: ["R02", "R03"],
  };
  const { runs } = await runsOf(flow([bands]), [caseOf("one", { age: 20 }, expected)]);
  const run = runs.get("one");
  expect(run?.passed).toBe(false);
  expect(run?.ran === true && run.differences).toEqual([
    { what: "status", expected: "failed", actual: "completed" },
    { what: "error", expected: "DIVISION_BY_ZERO", actual: "none" },
    { what: "points", expected: "12.6", actual: "12.5" },
    { what: "isAdult", expected: "yes", actual: "true" },
    { what: "band", expected: "missing", actual: "2" },
    { what: "gone", expected: "1", actual: "no such field" },
    { what: "reason codes", expected: "R02 R03", actual: "none" },
  ]);
});

test("an input that a caller could not send does not run", async () => {
  const { runs, tables } = await runsOf(flow([bands]), [caseOf("one", { age: "x", hair: "red" }, { runtimeData: {} })]);
  expect(runs.get("one")).toEqual({
    ran: false,
    passed: false,
    problems: ["age: This must be a number without a fraction.", "hair: There is no such application field."],
  });
  expect(tables.size).toBe(0);
});

test("a definition that cannot run returns its findings, except one that was frozen", async () => {
  const unfinished = flow([{ ...bands, outputColumns: [{ id: "points", resultField: "gone" }] }]);
  expect(await runCases(unfinished, [])).toMatchObject({ ok: false });
  expect(await runCases(flow([bands]), [], { behaviour: currentBehaviour + 1 })).toMatchObject({
    ok: false,
    findings: [{ code: "UNKNOWN_BEHAVIOUR" }],
  });
  expect(await runCases(flow([bands]), [], { behaviour: currentBehaviour })).toMatchObject({ ok: true });
});

test("the rows of tables are explained, by case", async () => {
  const cases = [caseOf("young", { age: 17 }, { runtimeData: {} }), caseOf("old", { age: 18 }, { runtimeData: {} })];
  const { tables } = await runsOf(flow([bands]), cases);
  expect([...tables].map(([id, found]) => [id, found.map(({ nodeId, rows }) => [nodeId, rows])])).toEqual([
    ["young", [["bands", [0]]]],
    ["old", [["bands", [1]]]],
  ]);
  expect((await runsOf(flow([]), cases)).tables.size).toBe(0);
});

test("mock responses of the case, then of the solution, replace web calls and predictions", async () => {
  const answered = caseOf(
    "answered",
    {},
    { runtimeData: { points: 0.25 }, reasonCodes: ["P1"] },
    { webCalls: { call: { status: 200, body: '{"score":640}' } }, predictions: { predict: { score: 0.25, reasonCodes: ["P1"] } } },
  );
  const bare = caseOf("bare", {}, { status: "completed", runtimeData: { points: 0.5 } });
  const without = await runsOf(flow([call, predict]), [answered, bare]);
  expect(without.runs.get("answered")?.passed).toBe(true);
  const failed = without.runs.get("bare");
  expect(failed?.ran === true && failed.execution.error).toMatchObject({
    code: "NO_RECORDED_ANSWER",
    message: "There is no mock response for Bureau.",
  });

  const mock = { status: 200, body: '{"score":500}' };
  const mocks = { webCalls: { call: mock }, predictions: { predict: { score: 0.5, reasonCodes: [] } } };
  const saved = await runsOf(flow([call, predict], { mocks }), [answered, bare]);
  expect([...saved.runs.values()].map(({ passed }) => passed)).toEqual([true, true]);
  // A response that is kept while test executions make the live call is not used.
  const live = flow([call, predict], { mocks: { ...mocks, webCalls: { call: { ...mock, live: true } } } });
  expect((await runsOf(live, [bare])).runs.get("bare")?.passed).toBe(false);
});

test("an aborted run stops before the next case", async () => {
  const cases = [caseOf("one", {}, { runtimeData: {} })];
  const signal = (aborted: boolean) => ({ aborted, addEventListener: () => undefined, removeEventListener: () => undefined });
  expect((await runsOf(flow([bands]), cases, { signal: signal(true) })).runs.size).toBe(0);
  expect((await runsOf(flow([bands]), cases, { signal: signal(false) })).runs.size).toBe(1);
});
