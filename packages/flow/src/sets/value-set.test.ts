import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { CompareOperator, ConditionOperator, FieldType } from "../definition.ts";
import { complement, everyValue, intersection, isEmpty, union, valuesThat, type ValueSet } from "./value-set.ts";
import {
  boundary,
  compareBoundaries,
  complementOfNumbers,
  Coverage,
  intersectionOfNumbers,
  runText,
  unionOfNumbers,
  type NumberSet,
} from "./number-set.ts";

// Hundreds of generated definitions on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const operators: readonly CompareOperator[] = ["==", "!=", ">", "<", ">=", "<="];

/** Whether a value is in a set, by a linear search; undefined is the missing one. */
function holds(set: ValueSet, value: number | string | undefined): boolean {
  if (value === undefined) return set.missing;
  if (set.sort === "texts") return set.set.values.has(String(value)) !== set.set.except;
  const at = boundary(Number(value), 0, false);
  return set.set.some(({ from, to }) => compareBoundaries(from, at) <= 0 && compareBoundaries(at, to) < 0);
}

function compare(value: number | string | undefined, operator: CompareOperator, literal: number | string): boolean {
  if (value === undefined) return operator === "!=";
  switch (operator) {
    case "==":
      return value === literal;
    case "!=":
      return value !== literal;
    case "<":
      return value < literal;
    case "<=":
      return value <= literal;
    case ">":
      return value > literal;
    case ">=":
      return value >= literal;
  }
}

type Value = number | string | undefined;

interface Case {
  readonly set: ValueSet;
  readonly test: (value: number | string | undefined) => boolean;
}

/** Sets built by random conditions, with an equivalent predicate. */
function anyCase(type: FieldType): fc.Arbitrary<Case> {
  const literal = type === "String" ? fc.constantFrom("a", "b", "c") : fc.integer({ min: -3, max: 3 });
  const usable = type === "String" ? operators.slice(0, 2) : operators;
  const made = (set: ValueSet | undefined, test: Case["test"]): Case => {
    if (set === undefined) throw new Error("not a literal");
    return { set, test };
  };
  const plain = fc
    .tuple(fc.constantFrom(...usable), literal)
    .map(([operator, value]) => made(valuesThat(type, operator, String(value)), (tested) => compare(tested, operator, value)));
  const missing = fc.constant(made(valuesThat(type, "is missing", ""), (tested) => tested === undefined));
  const several = fc.tuple(literal, literal, fc.boolean()).map(([one, other, isListed]) => {
    const texts = [String(one), String(other)];
    const isIn = (tested: Value): boolean => tested !== undefined && texts.includes(String(tested));
    if (type === "String") return made(valuesThat(type, isListed ? "in" : "not in", "", texts), (tested) => isIn(tested) === isListed);
    return made(valuesThat(type, "between", "", texts), (tested) => tested !== undefined && tested >= one && tested <= other);
  });
  const leaf = fc.oneof(plain, plain, missing, several);
  return fc.letrec<{ case: Case }>((tie) => ({
    case: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(tie("case"), tie("case"))
        .map(([a, b]) => ({ set: intersection(a.set, b.set), test: (value: Value) => a.test(value) && b.test(value) })),
      fc
        .tuple(tie("case"), tie("case"))
        .map(([a, b]) => ({ set: union(a.set, b.set), test: (value: Value) => a.test(value) || b.test(value) })),
      tie("case").map((a) => ({ set: complement(a.set), test: (value: Value) => !a.test(value) })),
    ),
  })).case;
}

describe.each([
  ["Integer", [undefined, -9, -4, -3, -2, -1, 0, 1, 2, 3, 4, 9]],
  ["Float", [undefined, -9, -3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3, 9]],
  ["String", [undefined, "a", "b", "c", "d"]],
] as const)("sets of %s values", (type, values) => {
  it("hold what the conditions hold for, and are empty when nothing is left", () => {
    fc.assert(
      fc.property(anyCase(type), ({ set, test }) => {
        expect(values.map((value) => holds(set, value))).toEqual(values.map(test));
        // The tested values include one of every class that these literals distinguish.
        expect(isEmpty(set)).toBe(!values.some(test));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("sets of truth values and days", () => {
  const truth = (operator: ConditionOperator, literal: string) => valuesThat("Boolean", operator, literal) ?? everyValue("Boolean", true);

  it("true, false and missing are all that a Boolean can be", () => {
    expect(isEmpty(intersection(everyValue("Boolean", false), complement(union(truth("==", "true"), truth("==", "false")))))).toBe(true);
    expect(isEmpty(intersection(everyValue("Boolean", true), complement(union(truth("==", "true"), truth("!=", "true")))))).toBe(true);
    expect(isEmpty(intersection(truth("==", "true"), truth("==", "false")))).toBe(true);
    expect(isEmpty(intersection(truth("is missing", ""), truth("!=", "false")))).toBe(false);
  });

  it("days follow each other as whole numbers do", () => {
    const days = (operator: ConditionOperator, literal: string) => valuesThat("Date", operator, literal) ?? everyValue("Date", true);
    expect(isEmpty(intersection(days(">", "2026-02-28"), days("<", "2026-03-01")))).toBe(true);
    expect(isEmpty(intersection(days(">", "2024-02-28"), days("<", "2024-03-01")))).toBe(false);
    expect(valuesThat("Date", "==", "2026-02-30")).toBeUndefined();
  });

  it("no set says what a text contains", () => {
    expect(valuesThat("String", "contains", "a")).toBeUndefined();
    expect(valuesThat("String", "starts with", "a")).toBeUndefined();
  });
});

describe("Coverage", () => {
  it("reports additions as uniting one by one does", () => {
    const run = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 6 }), fc.constantFrom(0, 1), fc.constantFrom(0, 1));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 15 }), (runs) => {
        const coverage = new Coverage();
        let together: NumberSet = [];
        for (const [start, length, after, past] of runs) {
          const one = { from: boundary(start, after === 1 ? 1 : 0, false), to: boundary(start + length, past === 1 ? 1 : 0, false) };
          const isNew = intersectionOfNumbers([one], complementOfNumbers(together)).length > 0;
          together = unionOfNumbers(together, [one]);
          expect(coverage.add(one)).toBe(isNew);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("runs as text", () => {
  it.each([
    [boundary(600, 0, false), boundary(620, 0, false), false, "600 to below 620"],
    [boundary(600, 1, false), boundary(620, 1, false), false, "above 600 up to 620"],
    [boundary(600, 0, false), boundary(600, 1, false), false, "exactly 600"],
    [boundary(600, 0, true), boundary(620, 0, true), true, "600 to 619"],
    [boundary(600, 0, true), boundary(600, 1, true), true, "600"],
    [boundary(-Infinity, 0, false), boundary(5, 0, false), false, "anything below 5"],
    [boundary(5, 0, true), boundary(Infinity, 0, true), true, "5 and above"],
  ])("%#", (from, to, whole, text) => {
    expect(runText({ from, to }, whole)).toBe(text);
  });
});
