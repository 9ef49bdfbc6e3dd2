import type { Definition, FlowNode } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { lower } from "@airlock/engine/program";
import { build, calculation, call, end, list, predict, range, rule, state, subFlow, type NodeMaker } from "./build.ts";

/** Definitions that the validator refuses, passed to the lowering directly: each must result in a finding and never in an exception. */
const fields = {
  application: { age: "Integer", rate: "Float", land: "String" },
  runtime: { n: "Integer", x: "Float", s: "String" },
} as const;

function findingsOf(definition: Definition): readonly string[] {
  const lowered = lower(definition, 1);
  if (lowered.ok) return [];
  return lowered.findings.map(({ code, level, message, ...place }) => `${code} ${level} ${Object.values(place).join()}: ${message}`);
}

/** The findings of a flow with this node, after it was changed. */
function refused(make: NodeMaker, change: (node: FlowNode) => object = (node) => node): readonly string[] {
  const made: NodeMaker = (names) => ({ ...make(names), ...change(make(names)) });
  const findings = findingsOf(build({ ...fields, nodes: [made, end("end")], links: ["start > it", "it > end"] }));
  return findings.map((finding) => finding.replace("NOT_RUNNABLE error it: ", ""));
}
const noField = (key: string, source = "runtime"): string => `Choose a field: '${key}' is not one of the ${source} fields.`;
const first = <Item>(items: readonly Item[], change: Partial<Item>): readonly Item[] =>
  items.map((item, index) => (index === 0 ? { ...item, ...change } : item));

describe("lowering", () => {
  it("reports which node or link cannot run, as errors under one code", () => {
    const flow = build({ ...fields, nodes: [end("end")], links: ["start > end if age > 1"] });
    const { nodes, links } = flow.solutionDefinition;
    const broken = links.map((link) => ({ ...link, conditionFields: first(link.conditionFields, { leftHandFieldname: "zz" }) }));
    expect(findingsOf({ ...flow, solutionDefinition: { ...flow.solutionDefinition, links: broken } })).toEqual([
      `NOT_RUNNABLE error l0: ${noField("zz", "application")}`,
    ]);
    expect(findingsOf({ ...flow, solutionDefinition: { ...flow.solutionDefinition, nodes: nodes.slice(1) } })).toEqual([
      "NOT_RUNNABLE error : Add a Start node.",
    ]);
    const circle = build({ ...fields, nodes: [state("a", "n = 1"), state("b", "n = 2")], links: ["start > a", "a > b", "b > a"] });
    expect(findingsOf(circle)).toEqual(["NOT_RUNNABLE error : Remove a link: nodes wait for each other in a circle."]);
    const back = build({ ...fields, nodes: [state("a", "n = 1")], links: ["start > a", "a > start"] });
    expect(findingsOf(back)).toEqual(["NOT_RUNNABLE error : Remove a link: nodes wait for each other in a circle."]);
  });

  it("omits nodes that cannot be reached, and their links", () => {
    const lowered = lower(build({ ...fields, nodes: [state("lost", "n = 1"), end("end")], links: ["lost > end", "start > end"] }), 1);
    if (!lowered.ok) throw new Error(JSON.stringify(lowered.findings));
    expect(lowered.program.nodes.map(({ id, incoming }) => [id, ...incoming])).toEqual([["start"], ["end", 1]]);
    expect(lowered.program.links.map((link) => link?.id)).toEqual([undefined, "l1"]);
    const { slots, applicationSlots, runtimeSlots } = lowered.program;
    expect(slots.map(({ name, place, index }) => `${name} ${place} ${index}`)).toEqual([
      "age 0 0",
      "rate 1 1",
      "land 0 2",
      "n 2 3",
      "x 3 4",
      "s 1 5",
    ]);
    expect([applicationSlots.length, runtimeSlots.length]).toEqual([3, 3]);
  });

  it("refuses conditions on unknown fields, of text with number, and of ordered texts", () => {
    const item = (text: string, change: object) =>
      refused(rule("it", text, "n = 1"), (node) =>
        node.type === "EasyRule" ? { conditionFields: first(node.conditionFields, change) } : {},
      );
    expect(item("age == 1", {})).toEqual([]);
    expect(item("age == 1", { leftHandFieldname: "zz" })).toEqual([noField("zz", "application")]);
    expect(item("age == rate", { rightHandFieldname: "zz" })).toEqual([noField("zz", "application")]);
    expect(item("age == 1", { rightHandFieldname: "x" })).toEqual(["Write an integer: 'x' is not one."]);
    expect(item("age == 1", { rightHandFieldname: "1.5" })).toEqual(["Write an integer: '1.5' is not one."]);
    expect(item("age == 1", { rightHandFieldname: "9007199254740992" })).toEqual(["Write an integer: '9007199254740992' is not one."]);
    expect(item("age == 1", { rightHandFieldname: "-9007199254740991" })).toEqual([]);
    expect(item("rate == 1", { rightHandFieldname: "1e3" })).toEqual(["Write a number: '1e3' is not one."]);
    expect(item("rate == 1", { rightHandFieldname: "1000000000000000" })).toEqual(["Write a number: '1000000000000000' is not one."]);
    expect(item("age == rate", { rightHandFieldname: "a2" })).toEqual(["Values of type Integer and String cannot be compared."]);
    expect(item("land == 'x'", { rightHandDatasource: "Application", rightHandFieldname: "a0" })).toEqual([
      "Values of type String and Integer cannot be compared.",
    ]);
    for (const operator of [">", "<", ">=", "<="]) {
      expect(item("land == 'x'", { operator })).toEqual([`'land' is of type String, which cannot be compared with ${operator}.`]);
    }
    expect(item("land != 'x'", {})).toEqual([]);
  });

  it("refuses setters of unknown fields and of other types", () => {
    const item = (text: string, change: object) =>
      refused(state("it", text), (node) => (node.type === "SetState" ? { setFields: first(node.setFields, change) } : {}));
    expect(item("n = 1", { leftHandFieldname: "zz" })).toEqual([noField("zz")]);
    expect(item("n = age", { rightHandFieldname: "zz" })).toEqual([noField("zz", "application")]);
    expect(item("n = age", { rightHandFieldname: "a2" })).toEqual(["A field of type Integer cannot be set to a value of type String."]);
    expect(item("s = land", { rightHandFieldname: "a0" })).toEqual(["A field of type String cannot be set to a value of type Integer."]);
    expect(item("s = 'x'", { operator: "+=" })).toEqual(["A field of type String can only be set with =."]);
    expect(item("s = 'x'", {})).toEqual([]);
  });

  it("refuses formulas without items, of texts, of unknown fields and with impossible levels", () => {
    const item = (change: object) =>
      refused(calculation("it", "x", "age + 1"), (node) =>
        node.type === "Calculation" ? { calculations: first(node.calculations, change) } : {},
      );
    expect(item({})).toEqual([]);
    expect(refused(calculation("it", "x", ""))).toEqual(["Add at least one item to the calculation."]);
    expect(item({ fieldKey: "zz" })).toEqual([noField("zz", "application")]);
    expect(item({ fieldKey: "a2" })).toEqual(["A calculation takes Integer and Float fields only."]);
    expect(item({ level: -1 })).toEqual(["A level is a whole number from 0."]);
    expect(item({ level: 0.5 })).toEqual(["A level is a whole number from 0."]);
    expect(refused(calculation("it", "x", "age"), () => ({ resultField: "zz" }))).toEqual([noField("zz")]);
    expect(refused(calculation("it", "s", "age"))).toEqual(["Choose an Integer or Float field: 's' is a String."]);
  });

  it("refuses scores of and into unknown fields and texts, and invalid points", () => {
    const ofText = "Choose an Integer or Float field: 'land' is a String.";
    expect(refused(range("it", "land", "n", ["[0,1) 1"]))).toEqual([ofText]);
    expect(refused(range("it", "age", "s", ["[0,1) 1"]))).toEqual(["Choose an Integer or Float field: 's' is a String."]);
    expect(refused(range("it", "age", "n", ["[0,1) 1"]), () => ({ scoredField: "zz" }))).toEqual([noField("zz", "application")]);
    expect(refused(range("it", "age", "n", ["[0,1) 1.5"]))).toEqual(["Write an integer: '1.5' is not one."]);
    expect(refused(range("it", "age", "x", ["[0,1) 1.5"], "y"))).toEqual(["Write a number: 'y' is not one."]);
    expect(refused(range("it", "age", "x", ["[p,q) 1.5"]))).toEqual(["Write a number: 'p' is not one.", "Write a number: 'q' is not one."]);
    expect(refused(list("it", "land", "s", ["NL 1"]))).toEqual(["Choose an Integer or Float field: 's' is a String."]);
    expect(refused(list("it", "land", "n", ["NL 1"]), () => ({ scoredField: "zz" }))).toEqual([noField("zz", "application")]);
    expect(refused(list("it", "age", "n", ["NL 1"]))).toEqual(["Write an integer: 'NL' is not one."]);
    expect(refused(list("it", "land", "n", ["NL p"], "q"))).toEqual([
      "Write an integer: 'p' is not one.",
      "Write an integer: 'q' is not one.",
    ]);
  });

  it("refuses effects with unknown fields and invalid paths", () => {
    expect(refused(predict("it", "x", { a: "age" }), () => ({ scoreField: "zz" }))).toEqual([noField("zz")]);
    expect(
      refused(predict("it", "x", { a: "age" }), () => ({ inputFields: [{ name: "a", datasource: "Runtime", fieldKey: "zz" }] })),
    ).toEqual([noField("zz")]);
    expect(refused(call("it", {}, "$.. > n"))).toEqual(["Write a path like $.customer.name: '$..' is not one."]);
    const mapped = (datasetType: string) =>
      refused(call("it", {}), () => ({ responseMapping: [{ datasetType, fieldName: "zz", param: "$.a" }] }));
    expect(mapped("application")).toEqual([noField("zz", "application")]);
    expect(mapped("runtime")).toEqual([noField("zz")]);
    expect(refused(call("it", {}), () => ({ url: "https://example.com/${application.zz}" }))).toEqual([noField("zz", "application")]);
  });

  it("refuses sub-flows that are not there or do not fit, and what is wrong inside them", () => {
    const inner = build({ application: { n: "Integer" }, runtime: { s: "String" }, nodes: [end("end")], links: ["start > end"] });
    const withInner = (definition: Definition, make: NodeMaker): Definition => ({
      ...build({ ...fields, nodes: [make, end("end")], links: ["start > it", "it > end"] }),
      subFlows: [{ versionId: "v1", name: "1", solutionId: "s", solutionName: "S", behaviour: 1, definition }],
    });
    const messages = (definition: Definition, make: NodeMaker) => {
      const lowered = lower(withInner(definition, make), 5);
      return lowered.ok ? [] : lowered.findings.map(({ nodeId = "", message }) => `${nodeId}: ${message}`);
    };
    expect(messages(inner, subFlow("it", "v1", ["n = age"], ["s > s"]))).toEqual([]);
    expect(messages(inner, subFlow("it", "v2", [], []))).toEqual(["it: Choose a version that is a sub-flow of this flow."]);
    expect(messages(inner, subFlow("it", "v1", ["zz = age"], []))).toEqual(["it/start: Choose a field of the sub-flow: 'zz' is not one."]);
    expect(messages(inner, subFlow("it", "v1", ["n = land"], []))).toEqual([
      "it/start: 'n' of type Integer cannot be set to a value of type String.",
    ]);
    expect(messages(inner, subFlow("it", "v1", [], ["zz > s"]))).toEqual(["it: Choose a field of the sub-flow: 'zz' is not one."]);
    expect(messages(inner, subFlow("it", "v1", [], ["s > n"]))).toEqual([
      "it: 'n' of type Integer cannot be set to a value of type String.",
    ]);
    const empty = { ...inner, solutionDefinition: { nodes: [], links: [], zoom: 100 } };
    expect(messages(empty, subFlow("it", "v1", [], []))).toEqual([": Add a Start node."]);
    const broken = build({ runtime: { s: "String" }, nodes: [state("set", "s = 'x'"), end("end")], links: ["start > set", "set > end"] });
    expect(messages({ ...broken, runtimeDatasetFields: [] }, subFlow("it", "v1", [], []))).toEqual([`it/set: ${noField("r0")}`]);
  });
});
