import { emptyDefinition, newLink, newNode, type Definition } from "@airlock/flow";
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
