import { describe, expect, it } from "vitest";
import type { Definition } from "../definition.ts";
import { diff } from "../diff/diff.ts";
import { canonicalText } from "../diff/canonical-text.ts";
import { fromFile, toFile } from "../diff/file.ts";
import { merge } from "../diff/merge.ts";
import { limits } from "../limits.ts";
import { parseDefinition } from "../parse/parse-definition.ts";
import { reasonCodesIn } from "../reason-texts.ts";
import { draw, node, subFlow } from "../testing/draw.ts";
import { validate } from "../validate/validate.ts";
import { fieldOutside, incomingLinks, inlined, inlinedNode, usedSolutions, usedVersions } from "./inlined.ts";

const inner = draw({
  application: { income: "Float!" },
  runtime: { points: "Integer" },
  nodes: [
    node("ListScore", "score", {
      scoredField: "income",
      values: [{ id: "v", value: "1", score: "5", reasonCode: "LOW" }],
      resultField: "points",
    }),
  ],
  links: ["start -> score", "score -> end"],
});
const middle = draw({
  nodes: [node("SubFlow", "call", { versionId: "Inner_1" })],
  links: ["start -> call", "call -> end"],
  subFlows: [subFlow("Inner", inner)],
});
const outer = draw({
  application: { income: "Float!" },
  nodes: [node("SubFlow", "b", { versionId: "Middle_1" }), node("SubFlow", "a", { versionId: "Inner_1" })],
  links: ["start -> b", "b -> a", "a -> end"],
  subFlows: [subFlow("Middle", middle, 5), subFlow("Inner", inner)],
});

describe("a flow with the parts of its sub-flows", () => {
  it("has its own links first, then those of its sub-flows by the ids of their nodes", () => {
    expect(
      inlined(outer)
        .links.map(({ id }) => id)
        .join(" "),
    ).toBe("link0 link1 link2 a/link0 a/link1 b/link0 b/link1 b/call/link0 b/call/link1");
  });

  it("has every node once for each call", () => {
    const scores = inlined(outer).nodes.filter(({ part }) => part.type === "ListScore");
    expect(scores.map(({ id, definition }) => [id, definition])).toEqual([
      ["a/score", inner],
      ["b/call/score", inner],
    ]);
  });

  it("reaches the Start of a sub-flow by the links to the node that calls it", () => {
    const incoming = incomingLinks(inlined(outer));
    expect(["start", "b", "b/start", "b/call/start", "b/call", "a/score"].map((id) => incoming.get(id))).toEqual([
      [],
      [0],
      [0],
      [5],
      [5],
      [3],
    ]);
  });

  it("finds where an input of a sub-flow comes from, through all calls", () => {
    const call = (field: string, fieldKey: string, datasource: "Application" | "Runtime" | "Literal" = "Application") =>
      node("SubFlow", "call", { versionId: "Inner_1", subFlowInputs: [{ field, datasource, fieldKey }] });
    const within = (called: ReturnType<typeof call>) =>
      draw({ application: { salary: "Float!" }, nodes: [called], subFlows: [subFlow("Inner", inner)] });
    const flow = (called: ReturnType<typeof call>) =>
      draw({
        application: { pay: "Float!" },
        runtime: { sum: "Float" },
        nodes: [
          node("SubFlow", "outer", { versionId: "Within_1", subFlowInputs: [{ field: "salary", datasource: "Runtime", fieldKey: "sum" }] }),
        ],
        subFlows: [subFlow("Within", within(called), 5)],
      });
    const source = (called: ReturnType<typeof call>, key: string, from: "Application" | "Runtime" = "Application") => {
      const score = inlinedNode(flow(called), "outer/call/score");
      return score && fieldOutside(flow(called), score, { source: from, key });
    };
    expect(source(call("income", "salary"), "income")).toEqual({ source: "Runtime", key: "sum" });
    expect(source(call("income", "1", "Literal"), "income")).toBeUndefined();
    expect(source(call("other", "salary"), "income")).toBeUndefined();
    expect(source(call("income", "salary"), "points", "Runtime")).toBeUndefined();
    expect(fieldOutside(outer, { definition: outer, path: "" }, { source: "Runtime", key: "x" })).toEqual({ source: "Runtime", key: "x" });
  });

  it("stops where sub-flows multiply beyond what is allowed", () => {
    const calls = (versionId: string, count: number) =>
      Array.from({ length: count }, (_, index) => node("SubFlow", `c${index}`, { versionId }));
    const wide = (within: Definition, name: string): Definition =>
      draw({ nodes: calls(`${name}_1`, 400), subFlows: [subFlow(name, within)] });
    const flow = wide(wide(wide(wide(inner, "A"), "B"), "C"), "D");
    expect(inlined(flow).nodes.length).toBeLessThan(3_000);
  });

  it("uses the solutions of its sub-flows and theirs, and gives their reason codes", () => {
    expect([...usedSolutions(outer)]).toEqual(["Middle", "Inner"]);
    expect([...usedVersions(outer)]).toEqual(["Middle_1", "Inner_1"]);
    expect(reasonCodesIn(outer)).toEqual(["LOW"]);
  });
});

describe("a document with sub-flows", () => {
  it("is read with them, and from a file", () => {
    const parsed = parseDefinition(JSON.parse(JSON.stringify(outer)));
    expect(parsed).toEqual({ ok: true, definition: outer });
    expect(fromFile(toFile(outer))).toEqual({ ok: true, definition: outer });
  });

  it("says where inside a sub-flow something is wrong", () => {
    const [first, second] = outer.subFlows ?? [];
    const broken = {
      ...second,
      definition: { ...inner, runtimeDatasetFields: [...inner.runtimeDatasetFields, ...inner.runtimeDatasetFields] },
    };
    const parsed = parseDefinition({ ...outer, subFlows: [first, broken] });
    expect(parsed).toMatchObject({ ok: false, problems: [{ code: "ID_TWICE", path: "subFlows[1].definition.runtimeDatasetFields[1]" }] });
  });

  it("is refused when sub-flows are nested too deep", () => {
    const deep = Array.from({ length: limits.subFlowDepth + 1 }).reduce<typeof inner>(
      (within, _, level) => draw({ subFlows: [subFlow(`S${level}`, within)] }),
      inner,
    );
    const parsed = parseDefinition(deep);
    expect(parsed).toMatchObject({ ok: false, problems: [{ code: "TOO_DEEP" }] });
  });

  it("counts the nodes of a sub-flow for each call", () => {
    const large = draw({ nodes: Array.from({ length: 900 }, (_, index) => node("SetState", `n${index}`)) });
    const flow = (count: number) =>
      draw({
        nodes: Array.from({ length: count }, (_, index) => node("SubFlow", `s${index}`, { versionId: "Large_1" })),
        subFlows: [subFlow("Large", large)],
      });
    const sizes = (count: number) => validate(flow(count)).filter(({ code }) => code === "TOO_LARGE");
    expect(sizes(2)).toEqual([]);
    expect(sizes(3).map(({ message }) => message)).toEqual([
      "There are 2711 nodes with those of sub-flows; at most 2000 are allowed. Split the solution into smaller ones.",
    ]);
  });

  it("decides differently with another version of a sub-flow", () => {
    const { subFlows: [first, second] = [] } = outer;
    if (first === undefined || second === undefined) throw new Error("two sub-flows");
    const other = { ...outer, subFlows: [first, { ...second, behaviour: 2 }] };
    expect(diff(outer, other)).toMatchObject([
      { what: "subFlow", name: "Inner 1.0", meaning: true, properties: [{ property: "behaviour", before: "1", after: "2" }] },
    ]);
    expect(canonicalText(other)).not.toBe(canonicalText(outer));
    expect(canonicalText({ ...outer, subFlows: [second, first] })).toBe(canonicalText(outer));
    expect(diff(outer, { ...outer, subFlows: [first] })).toMatchObject([{ change: "removed", what: "subFlow", id: "Inner_1" }]);
  });

  it("keeps the sub-flows that two users added", () => {
    const { subFlows: [first, second] = [], ...bare } = outer;
    if (first === undefined || second === undefined) throw new Error("two sub-flows");
    const merged = merge(bare, { ...bare, subFlows: [first] }, { ...bare, subFlows: [second] });
    expect(merged).toMatchObject({ conflicts: [], definition: { subFlows: [{ versionId: "Inner_1" }, { versionId: "Middle_1" }] } });
  });
});
