import { describe, expect, it } from "vitest";
import type { FlowNode } from "../definition.ts";
import { newKeyValue, newRange } from "../new-items.ts";
import { newLink } from "../new-link.ts";
import { newNode } from "../new-node.ts";
import { fieldNames } from "../references.ts";
import { draw, formula, node, set, when } from "../testing/draw.ts";
import { asNodeKind, nodeKinds, nodeReads, nodeSummary, nodeWrites } from "./kind-of.ts";
import { kinds } from "./registry.ts";

const definition = draw({
  application: { age: "Integer", residency: "String", income: "Float", debts: "Float" },
  runtime: { result: "String", pd: "Float", total: "Float" },
});
const summary = (one: FlowNode): string => nodeSummary(one, fieldNames(definition));

describe("kinds", () => {
  it("have readable names", () => {
    expect(nodeKinds.map((kind) => kinds[kind].typeLabel)).toEqual([
      "Start",
      "End",
      "Easy Rule",
      "Decision Table",
      "Calculation",
      "Formula",
      "Set State",
      "Range Score",
      "List Score",
      "Lookup",
      "Sub-flow",
      "Web call",
      "Prediction",
    ]);
    expect(asNodeKind("toString")).toBeUndefined();
    expect(asNodeKind("__proto__")).toBeUndefined();
  });

  it("have an in port and an out port, except Start and End", () => {
    for (const kind of nodeKinds) {
      expect(newNode(kind, "n", 0, 0).ports.map((port) => port.name)).toEqual(
        kind === "Start" ? ["out"] : kind === "End" ? ["in"] : ["in", "out"],
      );
    }
  });

  it("start with the defaults of the specification", () => {
    expect(newNode("EasyRule", "n", 25, 50)).toMatchObject({ name: "Untitled", color: "rgb(0,192,255)", x: 25, y: 50, typeVersion: 1 });
    expect(newNode("Start", "s", 0, 0).name).toBe("Start");
    expect(newNode("WebCall", "w", 0, 0).method).toBe("GET");
    expect(newNode("Calculation", "c", 0, 0).calculations).toHaveLength(2);
    expect(newLink("l", newNode("Start", "s", 0, 0), newNode("End", "e", 0, 0))).toMatchObject({
      width: 3,
      curvyness: 50,
      sourcePort: "s-out",
      targetPort: "e-in",
    });
    expect(newLink("l", newNode("Start", "s", 0, 0), undefined)).toMatchObject({ target: "", targetPort: "" });
  });

  it("begin a new band where the last one ends", () => {
    const first = { ...newRange("a", []), rangeTo: "600" };
    expect(newRange("b", [first])).toMatchObject({
      rangeFromIncludeExclude: "[",
      rangeFrom: "600",
      rangeTo: "",
      rangeToIncludeExclude: ")",
    });
  });

  it("keep new keys unique", () => {
    const keys: { key: string; value: string }[] = [];
    for (let count = 0; count < 3; count += 1) keys.push(newKeyValue(keys));
    expect(keys.map(({ key }) => key)).toEqual(["new", "new1", "new2"]);
  });

  it.each([
    [node("Start", "s"), ""],
    [node("EasyRule", "r"), "No condition yet"],
    [node("EasyRule", "r", { conditionFields: when("application.age < 18") }), "If age < 18"],
    [node("EasyRule", "r", { conditionFields: when("application.age < 18 || application.residency != NL") }), "If age < 18 or..."],
    [node("EasyRule", "r", { conditionFields: when("application.gone < 18 && application.age > 2") }), "If unknown < 18 and..."],
    [node("Calculation", "c"), "No formula yet"],
    [node("Calculation", "c", { calculations: formula("application.debts / application.income") }), "debts / income"],
    [node("Calculation", "c", { calculations: formula("( application.debts + 1 ) / application.income") }), "(debts + 1) / income"],
    [node("Calculation", "c", { calculations: formula("1 + 2 + 3 + 4") }), "sum of 4 values"],
    [node("SetState", "s", { setFields: [set("result = Approve")] }), "result = Approve"],
    [node("SetState", "s", { setFields: [set("result = Approve"), set("total += application.age")] }), "result = Approve, 1 more"],
    [node("RangeScore", "s", { ranges: [newRange("a", [])] }), "1 band"],
    [node("ListScore", "s"), "No values yet"],
    [node("WebCall", "w", { url: "https://x.example/reports?q=1" }), "GET /reports"],
    [node("WebCall", "w", { method: "POST", url: "https://x.example/a/${application.age}" }), "POST /a/${application.age}"],
    [
      node("Prediction", "p", { config: "c", scoreField: "pd", inputFields: [{ name: "a", datasource: "Application", fieldKey: "age" }] }),
      "pd from 1 field",
    ],
  ])("are summed up in a line: %#", (one, text) => {
    expect(summary(one)).toBe(text);
  });

  it("know what they read and write", () => {
    const rule = node("EasyRule", "r", {
      conditionFields: when("application.age < runtime.total"),
      thenFields: [set("total += application.income")],
    });
    expect(nodeReads(rule).map(({ key }) => key)).toEqual(["age", "total", "income", "total"]);
    expect(nodeWrites(rule)).toMatchObject([{ source: "Runtime", key: "total", certain: false }]);
    const call = node("WebCall", "w", {
      url: "https://x.example/${application.age}",
      body: "${runtime.pd}",
      responseMapping: [{ datasetType: "application", fieldName: "income", param: "$.income" }],
    });
    expect(nodeReads(call).map(({ source, key }) => `${source} ${key}`)).toEqual(["Application age", "Runtime pd"]);
    expect(nodeWrites(call)).toMatchObject([{ source: "Application", key: "income" }]);
  });
});
