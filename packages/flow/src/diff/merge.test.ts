import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Definition } from "../definition.ts";
import { parseDefinition } from "../parse/parse-definition.ts";
import { anyDefinition } from "../testing/any-definition.ts";
import { draw, node, set, when } from "../testing/draw.ts";
import { merge } from "./merge.ts";

// Hundreds of generated definitions on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const base = draw({
  application: { age: "Integer!", income: "Float" },
  runtime: { result: "String" },
  nodes: [
    node("EasyRule", "rule", {
      label: "Minimum age",
      conditionFields: when("application.age < 18"),
      thenFields: [set("result = Decline")],
    }),
    node("SetState", "ok", { label: "Approve", setFields: [set("result = Approve")] }),
  ],
  links: ["start -> rule", "rule -> ok", "ok -> end"],
});

function withNode(id: string, change: object, definition: Definition = base): Definition {
  const nodes = definition.solutionDefinition.nodes.map((old) => (old.id === id ? { ...old, ...change } : old));
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes } };
}

function without(id: string): Definition {
  const { nodes, links } = base.solutionDefinition;
  return {
    ...base,
    solutionDefinition: {
      ...base.solutionDefinition,
      nodes: nodes.filter((one) => one.id !== id),
      links: links.filter((link) => link.source !== id && link.target !== id),
    },
  };
}

const nodeIn = (definition: Definition, id: string) => definition.solutionDefinition.nodes.find((one) => one.id === id);

describe("merge", () => {
  it("takes what only one changed, in different things and in different properties of one thing", () => {
    const mine = withNode("rule", { label: "Age of 21", x: 500 });
    const theirs = withNode("ok", { label: "Accept" }, withNode("rule", { conditionFields: when("application.age < 21") }));
    const { definition, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(nodeIn(definition, "rule")).toMatchObject({ label: "Age of 21", x: 500, conditionFields: [{ rightHandFieldname: "21" }] });
    expect(nodeIn(definition, "ok")).toMatchObject({ label: "Accept" });
  });

  it("takes mock responses of both, and reports a conflict for a response that both changed", () => {
    const mocked = (bodies: Readonly<Record<string, string>>): Definition => ({
      ...base,
      mocks: { webCalls: Object.fromEntries(Object.entries(bodies).map(([id, body]) => [id, { status: 200, body }])) },
    });
    const before = mocked({ rule: "{}", ok: "1" });
    const both = merge(before, mocked({ rule: "{}", ok: "2" }), mocked({ rule: "{}", ok: "1", end: "[]" }));
    expect(both.conflicts).toEqual([]);
    expect(both.definition.mocks).toEqual(mocked({ rule: "{}", ok: "2", end: "[]" }).mocks);
    const { conflicts, definition } = merge(before, mocked({ rule: "{}", ok: "2" }), mocked({ rule: "{}", ok: "3" }));
    expect(conflicts).toMatchObject([{ name: "mock response of Approve", taken: "mine" }]);
    expect(definition.mocks?.webCalls?.["ok"]?.body).toBe("2");
  });

  it("takes test values and cases of both, and reports a conflict for a value that both changed", () => {
    const tried = (values: Readonly<Record<string, string>>): Definition => ({
      ...base,
      applicationTestData: Object.entries(values).map(([name, value]) => ({ name, value })),
    });
    const before = tried({ age: "34", income: "2000" });
    const { definition, conflicts } = merge(before, tried({ age: "17", income: "2000" }), tried({ age: "34", income: "2500", extra: "1" }));
    expect(definition.applicationTestData).toEqual([
      { name: "age", value: "17" },
      { name: "income", value: "2500" },
      { name: "extra", value: "1" },
    ]);
    expect(conflicts).toEqual([]);
    const both = merge(before, tried({ age: "17" }), tried({ age: "18" }));
    expect(both.conflicts).toEqual([
      { key: "testValue age 0 value", name: "test value of age", property: "value", mine: "17", theirs: "18", taken: "mine" },
    ]);
    const chosen = merge(before, tried({ age: "17" }), tried({ age: "18" }), new Map([["testValue age 0 value", "theirs"]]));
    expect(chosen.definition.applicationTestData).toEqual([{ name: "age", value: "18" }]);
    const testCase = { id: "one", name: "Adult", input: { age: 34 }, expect: { runtimeData: {} } };
    const withCase = (name: string): Definition => ({ ...base, testCases: [{ ...testCase, name }] });
    expect(merge(withCase("Adult"), withCase("Adult"), withCase("Grown-up")).definition.testCases).toEqual([
      { ...testCase, name: "Grown-up" },
    ]);
    expect(merge(withCase("Adult"), withCase("Of age"), withCase("Grown-up")).conflicts.map(({ property }) => property)).toEqual(["name"]);
  });

  it("reports conflicts in words, and applies the choices", () => {
    const mine = withNode("rule", { conditionFields: when("application.age < 20") });
    const theirs = withNode("rule", { conditionFields: when("application.age < 21") });
    const { definition, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([
      {
        key: "node rule conditionFields",
        name: "Minimum age",
        property: "conditionFields",
        mine: "age < 20",
        theirs: "age < 21",
        taken: "mine",
      },
    ]);
    expect(nodeIn(definition, "rule")).toMatchObject({ conditionFields: [{ rightHandFieldname: "20" }] });
    const chosen = merge(base, mine, theirs, new Map([["node rule conditionFields", "theirs"]]));
    expect(nodeIn(chosen.definition, "rule")).toMatchObject({ conditionFields: [{ rightHandFieldname: "21" }] });
  });

  it("keeps what one removed and the other changed, and says so", () => {
    const { definition, conflicts } = merge(base, without("ok"), withNode("ok", { label: "Accept" }));
    expect(nodeIn(definition, "ok")).toMatchObject({ label: "Accept" });
    expect(conflicts).toEqual([{ key: "node ok", name: "Accept", mine: "removed", theirs: "changed", taken: "theirs" }]);
    const gone = merge(base, without("ok"), withNode("ok", { label: "Accept" }), new Map([["node ok", "mine"]]));
    expect(nodeIn(gone.definition, "ok")).toBeUndefined();
  });

  it("leaves no link without its node", () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, anyDefinition, (one, two, three) => {
        const { nodes, links } = merge(one, two, three).definition.solutionDefinition;
        const ids = new Set(["", ...nodes.map((drawn) => drawn.id)]);
        expect(links.filter((link) => !ids.has(link.source) || !ids.has(link.target))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("gives a definition that can be stored; with one side as it was, the other; with both alike, that", () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, (one, other) => {
        expect(parseDefinition(JSON.parse(JSON.stringify(merge(one, other, one).definition))).ok).toBe(true);
        const { definition, conflicts } = merge(one, one, other);
        expect(conflicts).toEqual([]);
        const links = other.solutionDefinition.links.filter((link) => link.source !== "nobody" && link.target !== "nobody");
        const { zoom } = one.solutionDefinition;
        const drawn = { ...other.solutionDefinition, links, zoom };
        expect(definition).toEqual({ ...other, solutionDefinition: drawn });
        expect(merge(one, other, other).conflicts).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
