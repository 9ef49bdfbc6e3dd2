import { expect, test } from "vitest";
import type { Definition, EasyRuleNode, FlowLink, FlowNode, RangeScoreNode } from "../definition.ts";
import { newLink } from "../new-link.ts";
import { newNode } from "../new-node.ts";
import type { ConditionItem } from "../node-parts.ts";
import { affectedValues, comparedNumber, comparedTogether } from "./compared-number.ts";

const start = newNode("Start", "start", 0, 0);
const band = { rangeFromIncludeExclude: "[", rangeToIncludeExclude: ")", reasonCode: "" } as const;
const score: RangeScoreNode = {
  ...newNode("RangeScore", "score", 0, 0),
  scoredDatasource: "Application",
  scoredField: "age",
  resultField: "total",
  ranges: [
    { ...band, id: "a", rangeFrom: "", rangeTo: "21", score: "5" },
    { ...band, id: "b", rangeFrom: "21", rangeTo: "65", rangeToIncludeExclude: "]", score: "10" },
  ],
};
const item = (operator: ConditionItem["operator"], rest: Partial<ConditionItem> = {}): ConditionItem => ({
  conditionalOperator: "&&",
  leftHandDatasource: "Runtime",
  leftHandFieldname: "total",
  leftHandType: "Float",
  operator,
  rightHandDatasource: "Literal",
  rightHandFieldname: "7",
  ...rest,
});
const end = newNode("End", "end", 0, 0);

function flow(nodes: readonly FlowNode[], links: readonly FlowLink[]): Definition {
  return {
    solutionDefinition: { nodes: [...nodes], links: [...links], zoom: 100 },
    applicationDatasetFields: [],
    runtimeDatasetFields: [],
    applicationTestData: [],
  };
}

/** Start, a score of age that adds to the total, and a link that compares the total. */
function scoredFlow(condition: readonly ConditionItem[], more: readonly FlowNode[] = [], after: readonly FlowLink[] = []): Definition {
  const links = [newLink("a", start, score), { ...newLink("b", score, end), conditionFields: condition }, ...after];
  return flow([start, score, end, ...more], links);
}

test("a bound of a band and a literal of a condition are compared with a field, and an equal value is on one side of them", () => {
  const definition = scoredFlow([
    item(">="),
    item("<"),
    item(">"),
    item("<="),
    item("between", { rightHandValues: ["1", "2"] }),
    item("=="),
    item("in"),
  ]);
  const age = { source: "Application", key: "age" };
  expect(comparedNumber(definition, { id: "score", path: "ranges.0.rangeTo" })).toEqual({ field: age, equalIs: "above" });
  expect(comparedNumber(definition, { id: "score", path: "ranges.1.rangeFrom" })).toEqual({ field: age, equalIs: "above" });
  expect(comparedNumber(definition, { id: "score", path: "ranges.1.rangeTo" })).toEqual({ field: age, equalIs: "below" });
  expect(comparedNumber(definition, { id: "score", path: "ranges.1.score" })).toBeUndefined();
  const sides = ["0.rightHandFieldname", "1.rightHandFieldname", "2.rightHandFieldname", "3.rightHandFieldname"];
  const bounds = ["4.rightHandValues.0", "4.rightHandValues.1", "5.rightHandFieldname"];
  const compared = [...sides, ...bounds].map((path) => comparedNumber(definition, { id: "b", path: `conditionFields.${path}` }));
  expect(compared.map((one) => one?.equalIs)).toEqual(["above", "above", "below", "below", "above", "below", undefined]);
  expect(compared.every((one) => one?.field.key === "total")).toBe(true);
  expect(comparedNumber(definition, { id: "b", path: "conditionFields.6.rightHandFieldname" })).toBeUndefined();
  expect(comparedNumber(definition, { id: "nowhere", path: "ranges.0.rangeTo" })).toBeUndefined();
});

test("a field that may be written after the comparison has another value at the end", () => {
  const path = "conditionFields.0.rightHandFieldname";
  expect(comparedNumber(scoredFlow([item(">=")]), { id: "b", path })).toBeDefined();
  const setter: EasyRuleNode = {
    ...newNode("EasyRule", "rule", 0, 0),
    thenFields: [
      {
        leftHandDatasource: "Runtime",
        leftHandFieldname: "total",
        leftHandType: "Float",
        operator: "=",
        rightHandDatasource: "Literal",
        rightHandFieldname: "1",
      },
    ],
  };
  // Beside it, on another branch.
  expect(comparedNumber(scoredFlow([item(">=")], [setter], [newLink("c", start, setter)]), { id: "b", path })).toBeUndefined();
  expect(comparedNumber(scoredFlow([item(">=")], [setter], [newLink("c", setter, score)]), { id: "b", path })).toBeDefined();
  // The rule compares what it writes itself.
  const rule = { ...setter, conditionFields: [item(">=")] };
  expect(comparedNumber(scoredFlow([], [rule], [newLink("c", score, rule)]), { id: "rule", path })).toBeUndefined();
});

test("a change affects the values between the old number and the new one, and points those of their band", () => {
  const definition = scoredFlow([item(">=")]);
  const age = { source: "Application", key: "age" };
  expect(affectedValues(definition, { id: "score", path: "ranges.0.rangeTo", value: "30" })).toEqual({ field: age, from: 21, to: 30 });
  expect(affectedValues(definition, { id: "score", path: "ranges.0.rangeTo", value: "18" })).toEqual({ field: age, from: 18, to: 21 });
  expect(affectedValues(definition, { id: "score", path: "ranges.0.score", value: "9" })).toEqual({ field: age, from: -Infinity, to: 21 });
  expect(affectedValues(definition, { id: "b", path: "conditionFields.0.rightHandFieldname", value: "3" })).toMatchObject({
    from: 3,
    to: 7,
  });
  // An open bound is not a number.
  expect(affectedValues(definition, { id: "score", path: "ranges.0.rangeFrom", value: "3" })).toBeUndefined();
  expect(affectedValues(definition, { id: "score", path: "ranges.0.rangeTo", value: "" })).toBeUndefined();
});

test("numbers are dragged together if they separate the values of one field at the same number", () => {
  const definition = scoredFlow([item(">="), item("==")]);
  const part = (path: string, id = "score") => ({ id, path });
  expect(comparedTogether(definition, [part("ranges.0.rangeTo"), part("ranges.1.rangeFrom")])).toEqual({
    field: { source: "Application", key: "age" },
    equalIs: "above",
  });
  expect(comparedTogether(definition, [part("ranges.0.rangeTo"), part("ranges.1.rangeTo")])).toBeUndefined();
  expect(comparedTogether(definition, [part("ranges.0.rangeTo"), part("conditionFields.0.rightHandFieldname", "b")])).toBeUndefined();
  expect(comparedTogether(definition, [part("conditionFields.1.rightHandFieldname", "b")])).toBeUndefined();
  expect(comparedTogether(definition, [])).toBeUndefined();
});
