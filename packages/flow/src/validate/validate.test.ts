import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Definition } from "../definition.ts";
import { anyDefinition } from "../testing/any-definition.ts";
import { draw, node, set } from "../testing/draw.ts";
import { largeDefinition } from "../testing/large-definition.ts";
import { isValidRuntime, validate } from "./validate.ts";

// Hundreds of generated definitions on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Copying a definition takes about a twelfth of its limit where the machine is as fast as the limits assume. */
const copiesInLimit = 12;

/** Whether one of many runs takes less. A machine that is slow at the moment copies the definition as slowly, and gets as much more time. */
function takesLessThan(millis: number, definition: Definition): boolean {
  return Array.from({ length: 25 }).some(() => {
    const copying = millisOf(() => JSON.parse(JSON.stringify(definition)));
    return millisOf(() => validate(definition)) < Math.max(millis, copiesInLimit * copying);
  });
}

function millisOf(work: () => unknown): number {
  const started = Date.now();
  work();
  return Date.now() - started;
}

describe("validate", () => {
  it("never throws and names only things that exist, whatever is drawn", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const { nodes, links } = definition.solutionDefinition;
        const nodeIds = new Set([undefined, ...nodes.map(({ id }) => id)]);
        const linkIds = new Set([undefined, ...links.map(({ id }) => id)]);
        const astray = validate(definition).filter(
          ({ nodeId, linkId, message }) => !nodeIds.has(nodeId) || !linkIds.has(linkId) || /undefined|\[object/.test(message),
        );
        expect(astray).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same findings for the same definition", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        expect(validate(definition)).toEqual(validate(JSON.parse(JSON.stringify(definition)) as Definition));
      }),
      { numRuns: 50 },
    );
  });

  it("finds nothing in a large sound flow", () => {
    expect(validate(largeDefinition(500, 60))).toEqual([]);
    expect(isValidRuntime([])).toBe(true);
  });

  it("takes less than 50 ms for 500 nodes", () => {
    expect(takesLessThan(50, largeDefinition(500, 60))).toBe(true);
  });

  it("is not slowed down by a drawing made to be awkward: ever longer lists of excluded values, joined everywhere", () => {
    const count = 200;
    const nodes = Array.from({ length: count }, (_, index) => node("SetState", `n${index}`, { setFields: [set("r = 1")] }));
    const excluded = (index: number): string => Array.from({ length: 190 }, (_, item) => `s != v${index * 190 + item}`).join(" && ");
    const links = ["start -> n0", ...nodes.slice(1).map((_, index) => `n${index} -> n${index + 1}: ${excluded(index)}`)];
    for (let step = 2; links.length < 7_900; step += 1) {
      for (let index = 0; index + step < count; index += 1) links.push(`n${index} -> n${index + step}`);
    }
    const definition = draw({ application: { s: "String" }, runtime: { r: "Float" }, nodes, links: links.slice(0, 7_900) });
    expect(takesLessThan(5_000, definition)).toBe(true);
  });

  it("stays in proportion at the limits", () => {
    expect(takesLessThan(1_000, largeDefinition(2_000, 500))).toBe(true);
  });
});
