import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Definition } from "../definition.ts";
import { anyDefinition } from "../testing/any-definition.ts";
import { canonicalText } from "./canonical-text.ts";
import { hasSameMeaning } from "./diff.ts";

// Hundreds of generated definitions on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

function redrawn(definition: Definition): Definition {
  const { nodes, links } = definition.solutionDefinition;
  return {
    ...definition,
    applicationTestData: [{ name: "x", value: "1" }],
    testCases: [{ id: "case", name: "One", input: {}, expect: { runtimeData: {} } }],
    solutionDefinition: {
      comments: [{ id: "note", x: 1, y: 2, text: "Ask risk", author: "Ann", createdDate: "" }],
      zoom: 38,
      nodes: nodes.map((node) => ({ ...node, x: node.x + 25, y: -node.y, color: "red" })).reverse(),
      links: links.map((link) => ({ ...link, width: 1, curvyness: 0, color: "red" })),
    },
  };
}

/** The same values, with the properties of each object built in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, part]) => [name, shuffled(part)]),
  );
}

describe("canonicalText", () => {
  it("is the same however a definition is drawn", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        expect(canonicalText(redrawn(definition))).toBe(canonicalText(definition));
        expect(canonicalText(shuffled(definition) as Definition)).toBe(canonicalText(definition));
      }),
      { numRuns: 100 },
    );
  });

  it("differs whenever the meaning does", () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, (one, other) => {
        expect(canonicalText(one) === canonicalText(other) && !hasSameMeaning(one, other)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it("differs when one link, field or label does", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const { nodes, links } = definition.solutionDefinition;
        const changed = {
          ...definition,
          solutionDefinition: { ...definition.solutionDefinition, links: links.map((link) => ({ ...link, otherwise: !link.otherwise })) },
        };
        expect(canonicalText(changed) === canonicalText(definition)).toBe(links.length === 0);
        const relabelled = {
          ...definition,
          solutionDefinition: { ...definition.solutionDefinition, nodes: nodes.map((node) => ({ ...node, label: `${node.label}!` })) },
        };
        expect(canonicalText(relabelled) === canonicalText(definition)).toBe(nodes.length === 0);
      }),
      { numRuns: 100 },
    );
  });
});
