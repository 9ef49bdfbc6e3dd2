import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Definition } from "../definition.ts";
import { anyDefinition } from "../testing/any-definition.ts";
import { largeDefinition } from "../testing/large-definition.ts";
import { isValidRuntime, validate } from "./validate.ts";

/** The best of a few: what the machine does beside must not decide. */
function millisPerRun(definition: Definition): number {
  let best = Infinity;
  for (let run = 0; run < 5; run += 1) {
    const started = Date.now();
    validate(definition);
    best = Math.min(best, Date.now() - started);
  }
  return best;
}

describe("validate", () => {
  it("never throws and names only things that exist, whatever is drawn", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const { nodes, links } = definition.solutionDefinition;
        const nodeIds: readonly (string | undefined)[] = [undefined, ...nodes.map(({ id }) => id)];
        const linkIds: readonly (string | undefined)[] = [undefined, ...links.map(({ id }) => id)];
        for (const finding of validate(definition)) {
          expect(nodeIds).toContain(finding.nodeId);
          expect(linkIds).toContain(finding.linkId);
          expect(finding.message).not.toMatch(/undefined|\[object/);
        }
      }),
      { numRuns: 500 },
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

  it("takes less than 50 ms for 500 nodes, four times over for a busy machine", () => {
    expect(millisPerRun(largeDefinition(500, 60))).toBeLessThan(200);
  });

  it("stays in proportion at the limits", () => {
    expect(millisPerRun(largeDefinition(2_000, 500))).toBeLessThan(1_000);
  });
});
