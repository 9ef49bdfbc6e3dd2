import { expect, it } from "vitest";
import { branchesOf } from "./branches.ts";
import { diff } from "./diff/diff.ts";
import { fromFile, toFile } from "./diff/file.ts";
import { merge } from "./diff/merge.ts";
import type { Definition } from "./definition.ts";
import { parseDefinition } from "./parse/parse-definition.ts";
import { draw } from "./testing/draw.ts";

function withBranches(branches: unknown): object {
  const drawn = draw({ links: ["start -> end"] });
  const nodes = drawn.solutionDefinition.nodes.map((node) => (node.type === "Start" ? { ...node, branches } : node));
  return { ...drawn, solutionDefinition: { ...drawn.solutionDefinition, nodes } };
}

function parsed(json: unknown): Definition {
  const read = parseDefinition(json);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.definition;
}

const plain = parsed(withBranches(undefined));
const first = parsed(withBranches("first"));
const startOf = ({ solutionDefinition }: Definition) => solutionDefinition.nodes[0] ?? {};

it("branches are read; all that hold is what a definition without them means, and is not stored", () => {
  expect(branchesOf(startOf(first))).toBe("first");
  expect([startOf(plain), startOf(parsed(withBranches("all")))].map((node) => [branchesOf(node), "branches" in node])).toEqual([
    ["all", false],
    ["all", false],
  ]);
  expect(parseDefinition(withBranches("some"))).toMatchObject({ ok: false });
});

it("branches are part of a file, of a difference and of a merge", () => {
  expect(fromFile(toFile(first))).toEqual({ ok: true, definition: first });
  expect(diff(plain, first)).toMatchObject([
    { id: "start", properties: [{ property: "branches", before: "all that hold", after: "first that holds", meaning: true }] },
  ]);
  expect(merge(plain, first, plain)).toMatchObject({ definition: first });
});
