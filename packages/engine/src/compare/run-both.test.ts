import {
  emptyDefinition,
  newLink,
  newNode,
  type CalculationNode,
  type Definition,
  type FlowLink,
  type SetStateNode,
  type WebCallNode,
} from "@airlock/flow";
import { expect, test } from "vitest";
import { compile } from "../compile/compile.ts";
import { readInput } from "../input/read-input.ts";
import { encodeRecord } from "../record/encode-record.ts";
import { expandRecord } from "../record/expand-record.ts";
import { explain } from "../record/explain.ts";
import { EffectFailure } from "../effect-failure.ts";
import { evaluateWithEffects } from "../run/evaluate-with-effects.ts";
import type { Effects, Plan } from "../types.ts";
import { firstDifference } from "./first-difference.ts";
import { runBoth, runBothOn } from "./run-both.ts";
import { readWay, wayOf } from "./way.ts";

interface Drawn {
  readonly factor?: string;
  readonly limit?: string;
  readonly url?: string;
  readonly paths?: readonly [string, string];
  readonly ifFails?: "continue";
}

/** Requests a score with a web call, multiplies it, and takes one of two branches by a limit. */
function flow({
  factor = "2",
  limit = "100",
  url = "https://bureau.test/${application.id}",
  paths = ["$.report.score", "$.names[1]"],
  ifFails,
}: Drawn = {}): Plan {
  const start = newNode("Start", "start", 0, 0);
  const call: WebCallNode = {
    ...newNode("WebCall", "call", 100, 0),
    url,
    ...(ifFails === undefined ? {} : { ifFails }),
    responseMapping: [
      { datasetType: "runtime", fieldName: "score", param: paths[0], defaultValue: "40" },
      { datasetType: "runtime", fieldName: "name", param: paths[1] },
    ] as WebCallNode["responseMapping"],
  };
  const total: CalculationNode = {
    ...newNode("Calculation", "total", 200, 0),
    resultField: "total",
    calculations: [
      { datasource: "Runtime", fieldKey: "score", operator: "+", level: 0 },
      { datasource: "Literal", fieldKey: factor, operator: "*", level: 0 },
    ],
  };
  const end = newNode("End", "end", 400, 0);
  const low: SetStateNode = {
    ...newNode("SetState", "low", 300, 100),
    setFields: [
      {
        leftHandDatasource: "Runtime",
        leftHandFieldname: "total",
        leftHandType: "Float",
        operator: "=",
        rightHandDatasource: "Runtime",
        rightHandFieldname: "total",
      },
    ],
  };
  const condition: FlowLink["conditionFields"][number] = {
    conditionalOperator: "&&",
    leftHandDatasource: "Runtime",
    leftHandFieldname: "total",
    leftHandType: "Float",
    operator: "<",
    rightHandDatasource: "Literal",
    rightHandFieldname: limit,
  };
  const definition: Definition = {
    solutionDefinition: {
      nodes: [start, call, total, low, end],
      links: [
        newLink("a", start, call),
        newLink("b", call, total),
        { ...newLink("c", total, low), conditionFields: [condition] },
        { ...newLink("d", total, end), otherwise: true },
        newLink("e", low, end),
      ],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "id", name: "id", type: "String", required: true }],
    runtimeDatasetFields: [
      { key: "score", name: "score", type: "Float", required: false },
      { key: "name", name: "name", type: "String", required: false },
      { key: "total", name: "total", type: "Float", required: false },
    ],
    applicationTestData: [],
  };
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
  return compiled.plan;
}

const never = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

async function recordOf(plan: Plan, webCall: Effects["webCall"]): Promise<string> {
  const read = readInput(plan, { id: "A-1" });
  if (!read.ok) throw new Error("The input is wrong.");
  const effects: Effects = { webCall, predict: () => ({ score: 0, reasonCodes: [] }) };
  return encodeRecord(await evaluateWithEffects(plan, read.input, effects, never));
}

const answering: Effects["webCall"] = () =>
  Promise.resolve({ status: 200, body: JSON.stringify({ report: { score: 60 }, names: ["x", "__proto__"], more: 1 }) });

test("the flow of a record has the same outcome again, and another one gets the same responses", async () => {
  const [left, right] = [flow(), flow({ limit: "150" })];
  const record = await recordOf(left, answering);
  const both = await runBoth(left, right, record);
  if (!both.ok) throw new Error(both.why);
  expect(encodeRecord(both.recorded)).toBe(record);
  expect(both.applicationData).toEqual({ id: "A-1" });
  expect(both.other.runtimeData).toEqual({ score: 60, name: "__proto__", total: 120 });
  expect(readWay(left, wayOf(both.recorded))).toEqual({ nodes: ["start", "call", "total", "end"], links: ["a", "b", "d"] });
  expect(readWay(right, wayOf(both.other))).toEqual({ nodes: ["start", "call", "total", "low", "end"], links: ["a", "b", "c", "e"] });
  expect(firstDifference(explain(left, encodeRecord(both.recorded)), explain(right, encodeRecord(both.other)))).toEqual({
    nodeId: "total",
    linkId: "c",
  });
});

test("two traces diverge at a node that computes another value", async () => {
  const [left, right] = [flow(), flow({ factor: "3" })];
  const both = await runBoth(left, right, await recordOf(left, answering));
  if (!both.ok) throw new Error(both.why);
  expect(firstDifference(explain(left, encodeRecord(both.recorded)), explain(right, encodeRecord(both.other)))).toEqual({
    nodeId: "total",
    linkId: undefined,
  });
  expect(firstDifference(explain(left, encodeRecord(both.recorded)), explain(left, encodeRecord(both.recorded)))).toBeUndefined();
});

test.each([
  ["asks elsewhere", { url: "https://other.test/" }],
  ["wants a value that was not kept", { paths: ["$.report.score", "$.more"] as const }],
])("a flow that %s is not answered by guessing", async (_name, drawn) => {
  const left = flow();
  expect(await runBoth(left, flow(drawn), await recordOf(left, answering))).toEqual({ ok: false, why: "unanswered" });
});

test("a call that failed fails again in both", async () => {
  const [left, right] = [flow(), flow({ factor: "3" })];
  const record = await recordOf(left, () => Promise.reject(new EffectFailure("WEB_CALL_TIMEOUT", "No answer.")));
  const both = await runBoth(left, right, record);
  if (!both.ok) throw new Error(both.why);
  expect([both.recorded.error?.code, both.other.error?.code]).toEqual(["WEB_CALL_TIMEOUT", "WEB_CALL_TIMEOUT"]);
  expect(readWay(left, wayOf(both.recorded)).nodes).toEqual(["start", "call"]);
  expect(readWay(left, wayOf(both.recorded)).links).toEqual(expandRecord(left, record).linksTaken);
});

test("a flow that continues after a failed call does so again, and where the other flow failed", async () => {
  const [failing, continuing] = [flow(), flow({ ifFails: "continue" })];
  const timeout: Effects["webCall"] = () => Promise.reject(new EffectFailure("WEB_CALL_TIMEOUT", "No answer."));
  const record = await recordOf(continuing, timeout);
  const both = await runBoth(continuing, failing, record);
  if (!both.ok) throw new Error(both.why);
  expect(encodeRecord(both.recorded)).toBe(record);
  expect([both.recorded.runtimeData, both.other.error?.code]).toEqual([{ score: 40, total: 80 }, "WEB_CALL_TIMEOUT"]);
  const other = await runBoth(failing, continuing, await recordOf(failing, timeout));
  expect(other).toMatchObject({ ok: true, other: { status: "completed", runtimeData: { score: 40, total: 80 } } });
  const elsewhere = flow({ ifFails: "continue", url: "https://other.test/" });
  expect(await runBoth(failing, elsewhere, await recordOf(failing, answering))).toEqual({ ok: false, why: "unanswered" });
});

test("values of a table are read by both flows, and what one cannot read is not compared", () => {
  const plan = flow();
  expect(runBothOn(plan, plan, { id: 7 })).toEqual({ ok: false, why: "unreadable" });
  expect(runBothOn(plan, plan, { id: "A", other: 1 })).toMatchObject({ ok: true, applicationData: { id: "A" } });
});

/** Counts the days from a date on, in each of these nodes. */
function counting(from: string, nodes: readonly string[]): Plan {
  const drawn = nodes.map((id) => ({
    ...newNode("Formula", id, 100, 0),
    formulas: [{ resultField: "days", formula: `daysBetween(date("${from}"), today())` }],
  }));
  const all = [newNode("Start", "start", 0, 0), ...drawn, newNode("End", "end", 200, 0)];
  const compiled = compile({
    ...emptyDefinition(),
    solutionDefinition: { nodes: all, links: all.slice(1).map((node, at) => newLink(`l${at}`, all[at] ?? node, node)), zoom: 100 },
    runtimeDatasetFields: [{ key: "days", name: "days", type: "Integer", required: false }],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
  return compiled.plan;
}

test("[FO20] both flows are run on the day of the record", async () => {
  const [left, right] = [counting("1970-01-01", ["one", "two"]), counting("1970-01-11", ["one"])];
  const read = readInput(left, {});
  if (!read.ok) throw new Error("The input is wrong.");
  const effects: Effects = { webCall: answering, predict: () => ({ score: 0, reasonCodes: [] }), today: () => 20_000 };
  const record = encodeRecord(await evaluateWithEffects(left, read.input, effects, never));
  const both = await runBoth(left, right, record);
  if (!both.ok) throw new Error(both.why);
  expect(encodeRecord(both.recorded)).toBe(record);
  expect([both.recorded.runtimeData["days"], both.other.runtimeData["days"]]).toEqual([20_000, 19_990]);
  const empty = counting("1970-01-01", []);
  const without = readInput(empty, {});
  if (!without.ok) throw new Error("The input is wrong.");
  const silent = encodeRecord(await evaluateWithEffects(empty, without.input, effects, never));
  expect(await runBoth(empty, right, silent)).toEqual({ ok: false, why: "unanswered" });
});

test("the path is that of an execution of this engine only", () => {
  expect(() => wayOf({ status: "completed", runtimeData: {}, reasonCodes: [], error: undefined, record: {} })).toThrow(TypeError);
});
