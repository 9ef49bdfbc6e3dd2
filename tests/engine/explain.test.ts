import { encodeRecord, evaluate, evaluateWithEffects, expandRecord, explain, readInput, type ExplainedNode } from "@airlock/engine";
import { describe, expect, it } from "vitest";
import { build, calculation, call, type Draft, end, list, predict, range, rule, state, takingFirst } from "./build.ts";
import { compiled } from "./compare.ts";

const draft: Draft = {
  application: { age: "Integer", land: "String", debt: "Float" },
  runtime: { points: "Integer", grade: "String", share: "Float" },
  nodes: [
    state("first", "points = 10"),
    rule("young", "age < 18 && land == 'NL' || age > 90", "grade = 'no'", "points += 1"),
    range("byAge", "age", "points", ["[0,30) 5 YOUNG", "[30,) 7"]),
    list("byLand", "land", "points", ["NL 3 HOME"]),
    calculation("share", "share", "debt / points"),
    end("yes"),
    end("no"),
  ],
  links: [
    "start > first",
    "first > young",
    "young > byAge",
    "byAge > byLand",
    "byLand > share",
    "share > yes if points > 10 && share < 5",
    "share > no otherwise",
  ],
};

function explained(body: Readonly<Record<string, unknown>>): readonly ExplainedNode[] {
  const plan = compiled(build(draft));
  const read = readInput(plan, body);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return explain(plan, encodeRecord(evaluate(plan, read.input)));
}
const node = (nodes: readonly ExplainedNode[], id: string): ExplainedNode | undefined => nodes.find(({ nodeId }) => nodeId === id);

describe("explain", () => {
  it("shows which band or value gave how many points, and when nothing matched", () => {
    const scores = (body: Readonly<Record<string, unknown>>) => {
      const nodes = explained(body);
      return [node(nodes, "byAge")?.score, node(nodes, "byLand")?.score, node(nodes, "first")?.score];
    };
    expect(scores({ age: 17, land: "NL", debt: 38 })).toEqual([
      { match: "[0, 30)", points: 5, reasonCode: "YOUNG" },
      { match: "NL", points: 3, reasonCode: "HOME" },
      undefined,
    ]);
    expect(scores({ age: 30, land: "BE", debt: 38 })).toEqual([{ match: "30 and over", points: 7, reasonCode: "" }, undefined, undefined]);
    expect(scores({ age: -1, land: "NL", debt: 38 })[0]).toBeUndefined();
  });

  it("shows what each node read, which items held with which values, and what changed", () => {
    const nodes = explained({ age: 17, land: "NL", debt: 38 });
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(["start", "first", "young", "byAge", "byLand", "share", "yes"]);
    expect(node(nodes, "young")).toEqual({
      nodeId: "young",
      label: "Easy Rule",
      kind: "EasyRule",
      reads: [
        { source: "Application", field: "age", value: 17 },
        { source: "Application", field: "land", value: "NL" },
        { source: "Runtime", field: "points", value: 10 },
      ],
      condition: {
        holds: true,
        groups: [
          [
            {
              left: { source: "Application", field: "age", value: 17 },
              operator: "<",
              right: { source: "Literal", field: undefined, value: 18 },
              holds: true,
            },
            {
              left: { source: "Application", field: "land", value: "NL" },
              operator: "==",
              right: { source: "Literal", field: undefined, value: "NL" },
              holds: true,
            },
          ],
          [
            {
              left: { source: "Application", field: "age", value: 17 },
              operator: ">",
              right: { source: "Literal", field: undefined, value: 90 },
              holds: false,
            },
          ],
        ],
      },
      changes: [
        { source: "Runtime", field: "points", before: 10, after: 11 },
        { source: "Runtime", field: "grade", before: undefined, after: "no" },
      ],
      reasonCodes: [],
      links: [{ linkId: "l2", targetId: "byAge", taken: true, otherwise: false, skipped: false, condition: undefined }],
      error: undefined,
    });
    expect(node(nodes, "byAge")).toMatchObject({ reasonCodes: ["YOUNG"], changes: [{ field: "points", before: 11, after: 16 }] });
    expect(node(nodes, "byLand")).toMatchObject({ reasonCodes: ["HOME"], changes: [{ field: "points", before: 16, after: 19 }] });
    expect(node(nodes, "share")?.reads.map(({ field, value }) => [field, value])).toEqual([
      ["debt", 38],
      ["points", 19],
    ]);
    expect(node(nodes, "share")?.links).toMatchObject([
      { targetId: "yes", taken: true, otherwise: false, condition: { holds: true } },
      { targetId: "no", taken: false, otherwise: true, condition: undefined },
    ]);
  });

  it("marks a branch after the first that holds as not checked", () => {
    const fork: Draft = {
      application: { amount: "Integer" },
      runtime: { n: "Integer" },
      nodes: [takingFirst(state("first", "n = 0")), end("low"), end("high"), end("top"), end("none")],
      links: [
        "start > first",
        "first > none otherwise",
        "first > low if amount < 0",
        "first > high if amount > 10",
        "first > top if amount > 20",
      ],
    };
    const plan = compiled(build(fork));
    const read = readInput(plan, { amount: 30 });
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const nodes = explain(plan, encodeRecord(evaluate(plan, read.input)));
    expect(node(nodes, "first")?.links).toMatchObject([
      { targetId: "none", taken: false, otherwise: true, skipped: false },
      { targetId: "low", taken: false, skipped: false, condition: { holds: false } },
      { targetId: "high", taken: true, skipped: false, condition: { holds: true } },
      { targetId: "top", taken: false, skipped: true, condition: undefined },
    ]);
  });

  it("marks missing values, and the item because of which a condition failed", () => {
    const nodes = explained({ land: "DE" });
    expect(node(nodes, "young")).toMatchObject({
      condition: {
        holds: false,
        groups: [
          [
            { left: { value: undefined }, holds: false },
            { left: { value: "DE" }, holds: false },
          ],
          [{ holds: false }],
        ],
      },
      changes: [],
    });
    expect(node(nodes, "share")?.links.map(({ taken, condition }) => [taken, condition?.holds])).toEqual([
      [false, false],
      [true, undefined],
    ]);
    expect(nodes.at(-1)?.nodeId).toBe("no");
  });

  it("shows for every operator whether it held, with a literal and with a field", () => {
    const items = ["==", "!=", ">", "<", ">=", "<="].flatMap((operator) => [`a ${operator} 5`, `a ${operator} b`]);
    const flow = build({
      application: { a: "Integer", b: "Integer", s: "String", t: "String" },
      runtime: { n: "Integer" },
      nodes: [rule("r", [...items, "s == 'x'", "s != 'x'", "s == t", "s != t"].join(" || "), "n = 1"), end("end")],
      links: ["start > r", "r > end"],
    });
    const plan = compiled(flow);
    const held = (body: Readonly<Record<string, unknown>>): string => {
      const read = readInput(plan, body);
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      const groups = node(explain(plan, encodeRecord(evaluate(plan, read.input))), "r")?.condition?.groups ?? [];
      return groups.map(([item]) => (item?.holds === true ? "y" : "n")).join("");
    };
    expect(held({ a: 4, b: 5, s: "x", t: "x" })).toBe("nnyynnyynnyyynyn");
    expect(held({ a: 5, b: 5, s: "y", t: "x" })).toBe("yynnnnnnyyyynyny");
    expect(held({ a: 6, b: 5, s: "x" })).toBe("nnyyyynnyynnynny");
    expect(held({ b: 5 })).toBe("nnyynnnnnnnnnyyn");
    expect(held({})).toBe("nyynnnnnnnnnnyyn");
  });

  it("shows what a web call and a prediction read, and their results", async () => {
    const headers = [{ key: "X-Age", value: "{age}" }];
    const flow = build({
      application: { age: "Integer", land: "String" },
      runtime: { n: "Integer", x: "Float" },
      nodes: [
        call("ask", { url: "https://example.com/{land}", body: "{age} of {land}", headers }, "$ > n"),
        predict("guess", "x", { of: "n" }),
        end("end"),
      ],
      links: ["start > ask", "ask > guess", "guess > end"],
    });
    const plan = compiled(flow);
    const read = readInput(plan, { age: 30, land: "NL" });
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const effects = { webCall: async () => ({ status: 200, body: "7" }), predict: () => ({ score: 0.5, reasonCodes: ["R"] }) };
    const nodes = explain(plan, encodeRecord(await evaluateWithEffects(plan, read.input, effects, new AbortController().signal)));
    const readBy = (id: string) => node(nodes, id)?.reads.map(({ field, value }) => `${field} ${value}`);
    expect(readBy("ask")).toEqual(["land NL", "age 30"]);
    expect(readBy("guess")).toEqual(["n 7"]);
    expect(node(nodes, "guess")).toMatchObject({ reasonCodes: ["R"], changes: [{ field: "x", after: 0.5 }] });
  });

  it("[EF12] [RE3] shows why a call failed after which the flow continued", async () => {
    const asking = call("ask", { ifFails: "continue" }, "$ > n ? 7");
    const flow = { application: {}, runtime: { n: "Integer" }, nodes: [asking, end("end")], links: ["start > ask", "ask > end"] } as const;
    const plan = compiled(build(flow));
    const read = readInput(plan, {});
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const effects = { webCall: async () => ({ status: 503, body: "" }), predict: () => ({ score: 0.5, reasonCodes: [] }) };
    const record = encodeRecord(await evaluateWithEffects(plan, read.input, effects, new AbortController().signal));
    const failure = { code: "WEB_CALL_STATUS", message: "The web call was answered with status 503." };
    expect(node(explain(plan, record), "ask")).toMatchObject({
      callFailure: failure,
      error: undefined,
      changes: [{ field: "n", after: 7 }],
    });
    expect(expandRecord(plan, record)).toMatchObject({ status: "completed", failedCalls: [{ ...failure, nodeId: "ask" }] });
    expect(node(explain(plan, record), "end")?.callFailure).toBeUndefined();
  });

  it("ends at the node that failed, with its error and no links", () => {
    const failing = {
      ...draft,
      nodes: draft.nodes.map((make, index) => (index === 4 ? calculation("share", "share", "debt / age") : make)),
    };
    const plan = compiled(build(failing));
    const read = readInput(plan, { age: 0, debt: 1 });
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const nodes = explain(plan, encodeRecord(evaluate(plan, read.input)));
    expect(nodes.at(-1)).toMatchObject({ nodeId: "share", links: [], changes: [], error: { code: "DIVISION_BY_ZERO", nodeId: "share" } });
  });
});
