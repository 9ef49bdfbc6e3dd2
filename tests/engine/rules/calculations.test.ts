import type { CalculationItem, CalculationOperator } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { build, calculation, rule, state } from "../build.ts";
import { compare } from "../compare.ts";
import { decide, inARow, work } from "../decide.ts";

/** Items as `value operator level`, computed. */
function worked(...items: readonly (readonly [number, CalculationOperator, number])[]): unknown {
  const flow = build(inARow({ runtime: { result: "Float" }, nodes: [calculation("c", "result", "0.0")] }));
  const calculations = items.map(([value, operator, level]): CalculationItem => ({
    datasource: "Literal",
    fieldKey: String(value),
    operator,
    level,
  }));
  const nodes = flow.solutionDefinition.nodes.map((node) => (node.type === "Calculation" ? { ...node, calculations } : node));
  return compare({ ...flow, solutionDefinition: { ...flow.solutionDefinition, nodes } }, {}).runtimeData["result"];
}

describe("calculations", () => {
  it("[CA1] the result is stored, and a missing one makes the field missing", () => {
    expect(work("2 + 3", {}, "Integer")).toBe(5);
    const draft = inARow({
      application: { a: "Integer" },
      runtime: { n: "Integer" },
      nodes: [state("s", "n = 1"), calculation("c", "n", "a + 1")],
    });
    expect({ ...decide(draft, { a: 4 }).runtimeData }).toEqual({ n: 5 });
    expect({ ...decide(draft, {}).runtimeData }).toEqual({});
  });

  it("[CA2] deeper items are in parentheses", () => {
    expect(work("10 - (2 + 3)")).toBe(5);
    expect(work("(10 - 2) * 3")).toBe(24);
    expect(work("2 * (3 + 4 * (5 - 1))")).toBe(38);
    expect(work("((1 + 2) * 3) * 4")).toBe(36);
    expect(work("100 / (2 * (3 + 2))")).toBe(10);
  });

  it("[CA2] levels may start anywhere and jump", () => {
    expect(worked([2, "+", 0], [3, "*", 0], [4, "+", 0])).toBe(10);
    expect(worked([2, "+", 3], [3, "*", 3], [4, "+", 3])).toBe(10);
    expect(worked([10, "+", 0], [2, "-", 2], [3, "+", 2])).toBe(5);
    expect(worked([10, "+", 2], [2, "-", 2], [3, "*", 0])).toBe(24);
    expect(worked([10, "+", 0], [2, "-", 2], [3, "+", 1], [4, "+", 1])).toBe(1);
    expect(worked([10, "+", 0], [2, "-", 1], [3, "+", 2], [4, "*", 2])).toBe(-4);
    expect(worked([2, "+", 1], [3, "+", 1], [4, "*", 0], [5, "+", 1], [6, "+", 1])).toBe(31);
  });

  it("[CA2] the operator of the first item is ignored, and that of a group's first item joins the group", () => {
    for (const first of ["+", "-", "*", "/", "^"] as const) expect(worked([2, first, 0], [3, "+", 0])).toBe(5);
    expect(worked([20, "+", 0], [2, "/", 1], [3, "+", 1])).toBe(4);
    expect(worked([2, "-", 1], [3, "*", 1], [4, "+", 0])).toBe(10);
  });

  it("[CA3] ^ before * and /, these before + and -, equal precedence from the left", () => {
    expect(work("2 + 3 * 4 ^ 2")).toBe(50);
    expect(work("2 * 3 ^ 2 - 1")).toBe(17);
    expect(work("20 / 2 * 5")).toBe(50);
    expect(work("20 - 5 - 3 + 1")).toBe(13);
    expect(work("100 / 10 / 5")).toBe(2);
    expect(work("2 ^ 3 ^ 2")).toBe(64);
    expect(work("1 - 2 * 3 + 4 / 2")).toBe(-3);
  });

  it("[CA4] Integers stay Integers under + - and * only", () => {
    const large = { a: ["Integer", 9007199254740990] as const };
    expect(work("a + 1", large, "Integer")).toBe(9007199254740991);
    expect(work("a * 1 - 1", large, "Integer")).toBe(9007199254740989);
    expect(work("a + 1.0", large, "Integer")).toBe("NUMBER_OVERFLOW");
    expect(work("a / 1", large, "Integer")).toBe("NUMBER_OVERFLOW");
    expect(work("a ^ 1", large, "Integer")).toBe("NUMBER_OVERFLOW");
    expect(work("(a - 9007199254740989) / 1 + 9007199254740989", large, "Integer")).toBe("NUMBER_OVERFLOW");
  });

  it("[CA5] the first failure from the left is reported", () => {
    const fields = { zero: ["Float", 0] as const, big: ["Float", 900000000000000] as const, a: ["Float", 1] as const };
    expect(work("a / zero + big * big", fields)).toBe("DIVISION_BY_ZERO");
    expect(work("big * big + a / zero", fields)).toBe("NUMBER_OVERFLOW");
    expect(work("a + (a / zero) * (big + big)", fields)).toBe("DIVISION_BY_ZERO");
    expect(work("missing + a / zero", { ...fields, missing: ["Float", undefined] })).toBe("DIVISION_BY_ZERO");
  });

  it("[CA6] a literal may be negative, and a single item is its own value", () => {
    expect(work("-2 ^ 2")).toBe(4);
    expect(work("5 - -2")).toBe(7);
    expect(work("-0.5")).toBe(-0.5);
    expect(work("a", { a: ["Integer", 7] }, "Integer")).toBe(7);
    expect(work("a", { a: ["Integer", undefined] }, "Integer")).toBe(undefined);
    expect(work("7", {}, "Float")).toBe(7);
  });

  it("[CA1] [ER2] a calculation that fails does not change its field", () => {
    const draft = inARow({
      application: { a: "Float" },
      runtime: { n: "Float", seen: "Integer" },
      nodes: [state("s", "n = 1", "seen = 0"), calculation("c", "n", "5 / a"), rule("r", "n > 0", "seen = 1")],
    });
    expect(decide(draft, { a: 0 })).toMatchObject({
      status: "failed",
      error: { code: "DIVISION_BY_ZERO", nodeId: "c" },
      runtimeData: { n: 1, seen: 0 },
    });
  });
});
