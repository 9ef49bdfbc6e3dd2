import type { ExecutionEvent } from "@airlock/engine";
import { conditionOperatorsFor, newLink, newNode, plainCondition, rightHandOf, type CaseValue } from "@airlock/flow";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draw, node, set, when } from "../testing/draw.ts";
import { execute } from "../testing/execute.ts";
import { sampleDocument } from "../testing/sample-flow.ts";
import { allHeld, conditionResults } from "./condition-results.ts";
import { traceOf } from "./trace.ts";

const document = sampleDocument();
const poor = { age: 34, income: 1000, debts: 900, purpose: "boat" };

describe("a trace", () => {
  test("of a real run: the path, what each node changed, and who set what", () => {
    const { executionEvents, linksTaken } = execute(document, poor);
    const trace = traceOf(document, executionEvents);
    expect([...trace.nodes.keys()]).toEqual(["start", "zero", "minimum", "afford", "burden", "purposes", "verdict", "decline", "end"]);
    expect(new Set(trace.nodes.values())).toEqual(new Set(["executed"]));
    expect(trace.changes.get("burden")).toEqual([{ name: "total", before: 0, after: 10 }]);
    expect(trace.changes.get("afford")).toEqual([{ name: "ratio", before: undefined, after: 0.9 }]);
    expect(trace.changes.get("minimum")).toEqual([]);
    expect(trace.setBy.get("result")).toBe("decline");
    // By the rule of events alone, the link that was not taken looks taken, because both its nodes ran.
    expect(trace.links.has("l9")).toBe(true);
    expect([...traceOf(document, executionEvents, linksTaken).links].toSorted()).toEqual([...linksTaken].toSorted());
    expect(linksTaken).not.toContain("l9");
  });

  test("what did not run is in none of it", () => {
    const trace = traceOf(document, execute(document, { age: 34, income: 5000, debts: 100, purpose: "car" }).executionEvents);
    expect(trace.nodes.has("decline")).toBe(false);
    expect(trace.links.has("l8")).toBe(false);
  });

  test("a node with an ERROR event is red, keeps what it changed, and its links are not taken", () => {
    const { executionEvents } = execute(document, { ...poor, income: 0 });
    const trace = traceOf(document, executionEvents);
    expect(trace.nodes.get("afford")).toBe("failed");
    expect([...trace.links]).toEqual(["l1", "l2", "l3"]);
  });

  test("a link counts by .SPLIT of its source and .JOIN of its target alone", () => {
    const event = (id: string, action: ExecutionEvent["action"]): ExecutionEvent => ({ id, action, eventType: "", runtimeData: {} });
    const trace = traceOf(document, [
      event("afford.SPLIT", "left"),
      event("burden.JOIN", "triggered"),
      event("zero", "left"),
      event("gone", "left"),
    ]);
    expect([...trace.links]).toEqual(["l4"]);
    expect(traceOf(document, [event("afford", "triggered"), event("burden", "triggered")]).links.size).toBe(0);
  });

  test("names such as constructor are values like others", () => {
    const events: readonly ExecutionEvent[] = [
      { id: "zero", action: "triggered", eventType: "", runtimeData: {} },
      { id: "zero", action: "left", eventType: "", runtimeData: { constructor: 1 } },
    ];
    expect(traceOf(document, events).changes.get("zero")).toEqual([{ name: "constructor", before: undefined, after: 1 }]);
  });
});

describe("conditions in a run", () => {
  const minimum = document.nodes.get("minimum");
  const items = minimum?.type === "EasyRule" ? minimum.conditionFields : [];

  test("say why they held or did not", () => {
    const texts = (application: Readonly<Record<string, number>>) =>
      conditionResults(document, items, { application, runtime: {} }).map((one) => one.text);
    expect(texts({ age: 34 })).toEqual(["Did not hold: age was 34"]);
    expect(texts({ age: 17 })).toEqual(["Held: age was 17"]);
    expect(texts({})).toEqual(["Did not hold: age was missing"]);
  });

  test("do not claim what only the rows of a list tell", () => {
    const listed = draw({ application: { country: "String" } });
    const result = (operator: "in" | "not in", application: Readonly<Record<string, string>>) =>
      conditionResults(listed, [when(`country ${operator.replace(" ", "-")}-list Blocked`, "String")], { application, runtime: {} })[0];
    expect(result("in", { country: "NL" })).toEqual({ held: undefined, text: "Looked up in Blocked: country was NL" });
    expect(result("not in", { country: "NL" })?.held).toBeUndefined();
    // No list has a missing value.
    expect(result("in", {})).toEqual({ held: false, text: "Did not hold: country was missing" });
    expect(result("not in", {})?.held).toBe(true);
  });

  test("hold together where the unknown ones make no difference", () => {
    const all = (joins: string, ...held: readonly (boolean | undefined)[]) =>
      allHeld(
        held.map((_, index) => ({ ...when("a == 1", "Float"), conditionalOperator: joins[index - 1] === "|" ? "||" : "&&" })),
        held.map((one) => ({ held: one, text: "" })),
      );
    expect([all("&", undefined, false), all("&", undefined, true), all("|", undefined, true)]).toEqual([false, undefined, true]);
    expect([all("|&", undefined, true, false), all("&|", undefined, false, false), all("")]).toEqual([undefined, false, true]);
  });

  test.each([
    ["Float", ["1", "2.5", "3"], [1, 2.5, 3]],
    ["String", ["a", "ab", "b"], ["a", "ab", "b", ""]],
    ["Boolean", ["true", "false"], [true, false]],
    ["Date", ["1969-12-31", "1970-01-01", "2026-01-31"], ["1969-12-31", "1970-01-01", "2026-01-31"]],
  ] as const)("on %s fields hold exactly when the engine takes the link", (type, literals, inputs) => {
    const literal = fc.constantFrom(...literals);
    const item = fc
      .record({
        conditionalOperator: fc.constantFrom("&&" as const, "||" as const),
        leftHandDatasource: fc.constant("Application" as const),
        leftHandFieldname: fc.constantFrom("a", "b"),
        leftHandType: fc.constant(type),
        // Lists have their own test.
        operator: fc.constantFrom(...conditionOperatorsFor(type).filter((one) => rightHandOf(one) !== "listName")),
        right: fc.oneof(
          literal.map((rightHandFieldname) => ({ rightHandDatasource: "Literal" as const, rightHandFieldname })),
          fc.constantFrom("a", "b").map((rightHandFieldname) => ({ rightHandDatasource: "Application" as const, rightHandFieldname })),
        ),
        rightHandValues: fc.array(literal, { minLength: 2, maxLength: 2 }),
      })
      .map(({ right, ...rest }) => plainCondition({ ...rest, ...right }));
    const value = fc.constantFrom<CaseValue>(...inputs);
    const input = fc.record({ a: value, b: value }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), input, (conditionFields, values) => {
        const target = node("SetState", "t", { setFields: [set("x = 1", "Float")] });
        const start = newNode("Start", "start", 0, 0);
        const flow = draw({
          application: { a: type, b: type },
          runtime: { x: "Float" },
          nodes: [target],
          links: [{ ...newLink("asked", start, target), conditionFields }, "t -> end", "start -> end"],
        });
        const optional = { ...flow, applicationFields: flow.applicationFields.map((field) => ({ ...field, required: false })) };
        const { linksTaken } = execute(optional, values);
        const results = conditionResults(optional, conditionFields, { application: values, runtime: {} });
        expect(allHeld(conditionFields, results)).toBe(linksTaken.includes("asked"));
      }),
      { numRuns: 300 },
    );
  });
});
