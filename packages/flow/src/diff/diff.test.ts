import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Definition, FlowNode } from "../definition.ts";
import { anyDefinition } from "../testing/any-definition.ts";
import { draw, formula, node, set, when } from "../testing/draw.ts";
import { canonicalText } from "./canonical-text.ts";
import { diff, hasSameMeaning } from "./diff.ts";

// Hundreds of generated definitions on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const base = draw({
  application: { age: "Integer!", income: "Float!" },
  runtime: { result: "String", total: "Float" },
  nodes: [
    node("EasyRule", "rule", {
      label: "Minimum age",
      conditionFields: when("application.age < 18"),
      thenFields: [set("result = Decline")],
    }),
    node("RangeScore", "score", {
      label: "Income",
      scoredField: "income",
      resultField: "total",
      ranges: ["0", "1000", "2000"].map((from, row) => ({
        id: `r${row}`,
        rangeFromIncludeExclude: "[" as const,
        rangeFrom: from,
        rangeTo: String(Number(from) + 1000),
        rangeToIncludeExclude: ")" as const,
        score: String(row * 10),
        reasonCode: row === 0 ? "R01" : "",
      })),
    }),
    node("Calculation", "sum", { label: "Total", calculations: formula("runtime.total * 2"), resultField: "total" }),
  ],
  links: ["start -> rule", "start -> score", "score -> sum", "rule -> end: result == Decline", "sum -> end"],
});

function withNode(id: string, change: (old: FlowNode) => FlowNode): Definition {
  const nodes = base.solutionDefinition.nodes.map((old) => (old.id === id ? change(old) : old));
  return { ...base, solutionDefinition: { ...base.solutionDefinition, nodes } };
}

describe("diff", () => {
  it("finds nothing between a definition and itself", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        expect(diff(definition, JSON.parse(JSON.stringify(definition)) as Definition)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("turns around: what was added one way was removed the other", () => {
    const turned = { added: "removed", removed: "added", changed: "changed" } as const;
    fc.assert(
      fc.property(anyDefinition, anyDefinition, (one, other) => {
        const there = diff(one, other).map(({ change, what, id, meaning }) => `${change} ${what} ${id} ${meaning}`);
        const back = diff(other, one).map(({ change, what, id, meaning }) => `${turned[change]} ${what} ${id} ${meaning}`);
        expect(there.sort()).toEqual(back.sort());
      }),
      { numRuns: 100 },
    );
  });

  it("calls moving and recolouring layout", () => {
    const moved = withNode("rule", (old) => ({ ...old, x: 75, color: "rgb(1,2,3)" }));
    expect(diff(base, moved)).toEqual([
      {
        change: "changed",
        what: "node",
        id: "rule",
        name: "Minimum age",
        meaning: false,
        properties: [
          { property: "x", before: "0", after: "75", meaning: false },
          { property: "color", before: "rgb(0,192,255)", after: "rgb(1,2,3)", meaning: false },
        ],
      },
    ]);
    expect(hasSameMeaning(base, moved)).toBe(true);
  });

  it("shows a changed condition as it reads", () => {
    const changed = withNode("rule", (old) => ({ ...old, conditionFields: when("application.age < 21") }) as FlowNode);
    expect(diff(base, changed)).toMatchObject([
      { name: "Minimum age", meaning: true, properties: [{ property: "conditionFields", before: "age < 18", after: "age < 21" }] },
    ]);
  });

  it("shows the row that was put in between, and only that", () => {
    const changed = withNode("score", (old) => {
      if (old.type !== "RangeScore") return old;
      const [first, ...rest] = old.ranges;
      if (first === undefined) return old;
      return { ...old, ranges: [{ ...first, rangeTo: "500" }, { ...first, id: "new", rangeFrom: "500", score: "5" }, ...rest] };
    });
    expect(diff(base, changed)[0]?.properties).toEqual([
      { property: "ranges", item: 0, before: "[0, 1000) gives 0, R01", after: "[0, 500) gives 0, R01", meaning: true },
      { property: "ranges", item: 1, before: "", after: "[500, 1000) gives 5, R01", meaning: true },
    ]);
  });

  it("calls a label a matter of words, and a formula or a renamed field one of meaning", () => {
    expect(
      diff(
        base,
        withNode("sum", (old) => ({ ...old, label: "Sum" })),
      ),
    ).toMatchObject([{ name: "Sum", meaning: false }]);
    expect(
      diff(
        base,
        withNode("sum", (old) => ({ ...old, calculations: formula("( runtime.total + 1 ) * 2") }) as FlowNode),
      ),
    ).toMatchObject([{ meaning: true, properties: [{ before: "total * 2", after: "(total + 1) * 2" }] }]);
    const renamed = {
      ...base,
      applicationDatasetFields: base.applicationDatasetFields.map((field) => (field.key === "age" ? { ...field, name: "years" } : field)),
    };
    expect(diff(base, renamed)).toEqual([
      {
        change: "changed",
        what: "applicationField",
        id: "age",
        name: "years",
        meaning: true,
        properties: [{ property: "name", before: "age", after: "years", meaning: true }],
      },
    ]);
  });

  it("reports links that were added, removed, reconnected or reordered", () => {
    const { links } = base.solutionDefinition;
    const withLinks = (changed: typeof links): Definition => ({
      ...base,
      solutionDefinition: { ...base.solutionDefinition, links: changed },
    });
    expect(diff(base, withLinks(links.slice(0, -1)))).toMatchObject([{ change: "removed", what: "link", name: "Total to End" }]);
    const [first, second, ...rest] = links;
    if (first === undefined || second === undefined) throw new Error("no links");
    expect(diff(base, withLinks([second, first, ...rest]))).toMatchObject([
      { what: "node", id: "start", meaning: true, properties: [{ property: "linkOrder" }] },
    ]);
    expect(diff(base, withLinks([{ ...first, target: "sum", targetPort: "sum-in" }, second, ...rest]))[0]?.properties[0]).toEqual({
      property: "target",
      before: "Minimum age",
      after: "Total",
      meaning: true,
    });
  });

  it("ignores what says nothing: the type beside a field, the first joining word, the ids of rows", () => {
    const noisy = withNode("rule", (old) =>
      old.type === "EasyRule"
        ? {
            ...old,
            conditionFields: old.conditionFields.map((item) => ({
              ...item,
              leftHandType: "Float" as const,
              conditionalOperator: "||" as const,
            })),
          }
        : old,
    );
    expect(diff(base, noisy)).toEqual([]);
    expect(canonicalText(noisy)).toBe(canonicalText(base));
  });
});
