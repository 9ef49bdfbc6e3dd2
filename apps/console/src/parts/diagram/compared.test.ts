import { emptyDefinition, inlined, newLink, newNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { compared } from "./compared.ts";

const start = newNode("Start", "start", 0, 0);
const rule = newNode("EasyRule", "rule", 200, 0);
const end = newNode("End", "end", 400, 0);
const drawn = (nodes: Definition["solutionDefinition"]["nodes"], links: Definition["solutionDefinition"]["links"]): Definition => ({
  ...emptyDefinition(),
  solutionDefinition: { nodes, links, zoom: 100 },
});

test("what was added, removed and changed is on one diagram, each marked; what was only moved is not", () => {
  const before = drawn([start, rule, end], [newLink("a", start, rule), newLink("b", rule, end)]);
  const state = newNode("SetState", "state", 200, 100);
  const after = drawn([{ ...start, x: 50 }, { ...end, label: "Done" }, state], [newLink("c", start, state)]);
  const { union, marks, changes } = compared(before, after);
  expect(union.solutionDefinition.nodes.map(({ id }) => id)).toEqual(["start", "end", "state", "rule"]);
  expect(union.solutionDefinition.links.map(({ id }) => id)).toEqual(["c", "a", "b"]);
  expect(Object.fromEntries(marks)).toEqual({ end: "changed", state: "added", rule: "removed", c: "added", a: "removed", b: "removed" });
  expect(changes.find(({ id }) => id === "start")).toMatchObject({ change: "changed", meaning: false });
});

test("inside a sub-flow of which another version runs, both versions are one diagram, with ids that begin with the node's", () => {
  const inner = (...ids: readonly string[]): Definition => {
    const empty = emptyDefinition();
    const nodes = [...empty.solutionDefinition.nodes, ...ids.map((id) => newNode("SetState", id, 100, 100))];
    return { ...empty, solutionDefinition: { ...empty.solutionDefinition, nodes } };
  };
  const flow = (version: string, definition: Definition): Definition => {
    const empty = emptyDefinition();
    const call = { ...newNode("SubFlow", "call", 200, 100), versionId: version };
    const subFlow = { versionId: version, name: version, solutionId: "s", solutionName: "Check", behaviour: 5, definition };
    const nodes = [...empty.solutionDefinition.nodes, call];
    return { ...empty, solutionDefinition: { ...empty.solutionDefinition, nodes }, subFlows: [subFlow] };
  };
  const { union, marks } = compared(flow("v1", inner("a", "b")), flow("v2", inner("b", "c")));
  expect([...marks]).toEqual(
    expect.arrayContaining([
      ["call", "changed"],
      ["call/a", "removed"],
      ["call/c", "added"],
    ]),
  );
  expect(inlined(union).nodes.map(({ id }) => id)).toEqual(["start", "call", "call/start", "call/b", "call/c", "call/a"]);
  expect(union.subFlows?.[0]?.name).toBe("v1 and v2");
});
