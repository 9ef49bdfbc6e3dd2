import { emptyDefinition, newLink, newNode, diff, type Definition, type FlowNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { changesText } from "./changes-text.ts";

const empty = emptyDefinition();
const [start] = empty.solutionDefinition.nodes;
const end = newNode("End", "end", 500, 200);
const state = newNode("SetState", "state", 300, 200);

function drawn(nodes: readonly FlowNode[], label = "", names: readonly string[] = []): Definition {
  const link = { ...newLink("link", start ?? end, end), label };
  const fields = names.map((name) => ({ key: name, name, type: "String" as const, required: false }));
  return {
    ...empty,
    applicationDatasetFields: fields,
    solutionDefinition: { ...empty.solutionDefinition, nodes: [...empty.solutionDefinition.nodes, ...nodes], links: [link] },
  };
}

test("a save is summed up by what it added, removed, changed and moved", () => {
  const before = drawn([end]);
  const after = drawn([{ ...end, x: 600 }, state], "Rest", ["age", "income"]);
  expect(changesText(diff(before, after))).toBe("1 node added, 2 fields added, 1 link changed, 1 node moved");
  expect(changesText(diff(after, before))).toBe("1 node removed, 2 fields removed, 1 link changed, 1 node moved");
});

test("a save of test data alone changes nothing of the flow", () => {
  const before = drawn([end]);
  expect(changesText(diff(before, { ...before, applicationTestData: [{ name: "age", value: "17" }] }))).toBe("No changes to the flow");
});
