import { assert, asyncProperty, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { compare, compareWithEffects, compiled } from "./compare.ts";
import { generate } from "./generate.ts";

// Fixed seeds: a test must not start to fail without a change. `npm run parity` covers more and varies them.
const seeds = integer({ min: 1, max: 0x7fffffff });

describe("compiled plans and the reference interpreter agree on every value, code, link, error and event", { timeout: 60_000 }, () => {
  it("for small flows of every kind and shape", () => {
    const agree = property(seeds, integer({ min: 1, max: 15 }), (seed, nodes) => {
      const { definition, inputs } = generate(seed, { nodes });
      const plan = compiled(definition);
      for (const input of inputs) compare(definition, input, plan);
    });
    expect(() => assert(agree, { numRuns: 300, seed: 1 })).not.toThrow();
  });

  it("for flows of up to 200 nodes", () => {
    const agree = property(seeds, integer({ min: 16, max: 200 }), (seed, nodes) => {
      const { definition, inputs } = generate(seed, { nodes, inputs: 2 });
      const plan = compiled(definition);
      for (const input of inputs) compare(definition, input, plan);
    });
    expect(() => assert(agree, { numRuns: 20, seed: 2 })).not.toThrow();
  });

  it("for flows with web calls and predictions that respond, refuse and fail", async () => {
    const agree = asyncProperty(seeds, integer({ min: 1, max: 20 }), async (seed, nodes) => {
      const { definition, inputs } = generate(seed, { nodes, effects: true });
      const plan = compiled(definition);
      for (const input of inputs) await compareWithEffects(definition, input, seed, plan);
    });
    await expect(assert(agree, { numRuns: 150, seed: 3 })).resolves.toBeUndefined();
  });

  it("and the generated runs are meaningful: most complete, some fail, in many ways, and all kinds of events occur", () => {
    const codes = new Set<string>();
    const suffixes = new Set<string>();
    let completed = 0;
    let reasons = 0;
    const runs = Array.from({ length: 150 }, (_, seed) => generate(seed + 1, { nodes: 20 }));
    for (const { definition, inputs } of runs) {
      const plan = compiled(definition);
      for (const input of inputs) {
        const result = compare(definition, input, plan);
        if (result.error === undefined) completed += 1;
        else codes.add(result.error.code);
        reasons += result.reasonCodes.length;
        for (const { id } of result.executionEvents) suffixes.add(id.split(".")[1] ?? "");
      }
    }
    expect(completed).toBeGreaterThan(300);
    expect(reasons).toBeGreaterThan(100);
    expect([...suffixes].sort()).toEqual(["", "JOIN", "SPLIT"]);
    expect([...codes].sort()).toEqual([
      "DATE_OVERFLOW",
      "DIVISION_BY_ZERO",
      "INTEGER_OVERFLOW",
      "NOT_AN_INTEGER",
      "NOT_A_DATE",
      "NOT_A_REAL_NUMBER",
      "NUMBER_OVERFLOW",
      "SUB_FLOW_INPUT_MISSING",
      "TABLE_NOT_UNIQUE",
    ]);
  });
});
