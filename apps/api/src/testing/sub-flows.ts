import {
  emptyDefinition,
  newLink,
  newNode,
  type Definition,
  type FlowNode,
  type RangeScoreNode,
  type SetStateNode,
  type SubFlowNode,
} from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { Person } from "./person.ts";

const integer = (name: string, required = false) => ({ key: name, name, type: "Integer", required }) as const;
const text = (name: string) => ({ key: name, name, type: "String", required: false }) as const;

/** Start, one node and End, over `income` and `limit`. */
export function inARow(middle: FlowNode, more: Partial<Definition> = {}): Definition {
  const start = newNode("Start", "start", 0, 0);
  const end = newNode("End", "end", 400, 0);
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes: [start, middle, end], links: [newLink("a", start, middle), newLink("b", middle, end)], zoom: 100 },
    applicationDatasetFields: [integer("income", true)],
    runtimeDatasetFields: [integer("limit")],
    ...more,
  };
}

/** The limit is the income and `bonus`. */
export function callee(bonus: string): Definition {
  const setter = { leftHandDatasource: "Runtime", leftHandFieldname: "limit", leftHandType: "Integer" } as const;
  const set: SetStateNode = {
    ...newNode("SetState", "set", 200, 0),
    setFields: [
      { ...setter, operator: "=", rightHandDatasource: "Application", rightHandFieldname: "income" },
      { ...setter, operator: "+=", rightHandDatasource: "Literal", rightHandFieldname: bonus },
    ],
  };
  return inARow(set);
}

/** A node that runs the version with the income and takes these of its runtime fields. */
export function callOf(versionId: string, outputs: readonly string[], id = "call"): SubFlowNode {
  return {
    ...newNode("SubFlow", id, 200, 0),
    versionId,
    versionName: "Limits",
    subFlowInputs: [{ field: "income", datasource: "Application", fieldKey: "income" }],
    subFlowOutputs: outputs.map((field) => ({ field, resultField: field })),
  };
}

/** Runs the version and takes its limit; `sent` is what a client sends as the copy of the version. */
export function caller(versionId: string, sent?: object): Definition {
  const subFlows = [{ versionId, ...sent }] as unknown as Definition["subFlows"] & {};
  return inARow(callOf(versionId, ["limit"]), sent === undefined ? {} : { subFlows });
}

/** Incomes below the boundary have 5 points and the level low, others 20 and high. */
export function grading(boundary: string): Definition {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 600, 0)];
  const band = { rangeFromIncludeExclude: "[", rangeToIncludeExclude: ")" } as const;
  const score: RangeScoreNode = {
    ...newNode("RangeScore", "score", 200, 0),
    scoredDatasource: "Application",
    scoredField: "income",
    resultField: "points",
    ranges: [
      { ...band, id: "low", rangeFrom: "0", rangeTo: boundary, score: "5", reasonCode: "LOW" },
      { ...band, id: "high", rangeFrom: boundary, rangeTo: "", score: "20", reasonCode: "" },
    ],
  };
  const setter = { leftHandDatasource: "Runtime", leftHandFieldname: "level", leftHandType: "String", operator: "=" } as const;
  const level = (id: string): SetStateNode => ({
    ...newNode("SetState", id, 400, 0),
    setFields: [{ ...setter, rightHandDatasource: "Literal", rightHandFieldname: id }],
  });
  const [high, low] = [level("high"), level("low")];
  const isHigh = {
    conditionalOperator: "&&",
    leftHandDatasource: "Runtime",
    leftHandFieldname: "points",
    leftHandType: "Integer",
    operator: ">=",
    rightHandDatasource: "Literal",
    rightHandFieldname: "10",
  } as const;
  const links = [
    newLink("in", start, score),
    { ...newLink("toHigh", score, high), conditionFields: [isHigh] },
    { ...newLink("toLow", score, low), otherwise: true },
    newLink("fromHigh", high, end),
    newLink("fromLow", low, end),
  ];
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes: [start, score, high, low, end], links, zoom: 100 },
    applicationDatasetFields: [integer("income", true)],
    runtimeDatasetFields: [integer("points"), text("level")],
  };
}

/** Takes the points and the level of a version of `grading`. */
export function graded(versionId: string): Definition {
  return inARow(callOf(versionId, ["points", "level"]), { runtimeDatasetFields: [integer("points"), text("level")] });
}

export async function solutionOf(person: Person, definition: Definition): Promise<{ readonly solutionId: string }> {
  const { _embedded } = await person.must("solutions.create", { body: { name: `Limits ${newId()}`, definition } });
  return { solutionId: _embedded.webSafeString };
}

export async function versionOf(person: Person, definition: Definition) {
  const at = await solutionOf(person, definition);
  const { _embedded } = await person.must("solution.versions.create", { at, body: {} });
  return { at, versionId: _embedded.webSafeString, name: _embedded.versionName, behaviour: _embedded.behaviour };
}
