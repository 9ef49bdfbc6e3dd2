import type { FieldType } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { build, rule, state } from "../build.ts";
import { compare } from "../compare.ts";
import { decide, findingsOf, inARow } from "../decide.ts";

type Fields = Readonly<Record<string, readonly [FieldType, string | number | undefined]>>;

function holds(condition: string, fields: Fields): boolean {
  const application = Object.fromEntries(Object.entries(fields).map(([name, [type]]) => [name, type]));
  const body = Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value]));
  const draft = inARow({
    application,
    runtime: { seen: "String" },
    nodes: [state("no", "seen = 'no'"), rule("r", condition, "seen = 'yes'")],
  });
  return decide(draft, body).runtimeData["seen"] === "yes";
}
const whole = (value: number | undefined) => ["Integer", value] as const;
const float = (value: number | undefined) => ["Float", value] as const;
const text = (value: string | undefined) => ["String", value] as const;

describe("conditions", () => {
  it("[CO1] && binds tighter than ||", () => {
    const at = (a: number, b: number, c: number): boolean => holds("a == 1 || b == 1 && c == 1", { a: whole(a), b: whole(b), c: whole(c) });
    expect(at(1, 0, 0)).toBe(true);
    expect(at(0, 1, 1)).toBe(true);
    expect(at(0, 1, 0)).toBe(false);
    expect(at(0, 0, 1)).toBe(false);
    const turned = (a: number, b: number, c: number): boolean =>
      holds("a == 1 && b == 1 || c == 1", { a: whole(a), b: whole(b), c: whole(c) });
    expect(turned(1, 0, 1)).toBe(true);
    expect(turned(1, 1, 0)).toBe(true);
    expect(turned(1, 0, 0)).toBe(false);
    expect(turned(0, 1, 0)).toBe(false);
  });

  it("[CO1] the connector of the first item is ignored", () => {
    const draft = inARow({
      application: { a: "Integer" },
      runtime: { seen: "Integer" },
      nodes: [state("no", "seen = 0"), rule("r", "a == 1 && a > 0", "seen = 1")],
    });
    const flow = build(draft);
    for (const conditionalOperator of ["&&", "||"] as const) {
      const nodes = flow.solutionDefinition.nodes.map((node) =>
        node.type === "EasyRule"
          ? { ...node, conditionFields: node.conditionFields.map((item, index) => (index === 0 ? { ...item, conditionalOperator } : item)) }
          : node,
      );
      const changed = { ...flow, solutionDefinition: { ...flow.solutionDefinition, nodes } };
      expect(compare(changed, { a: 1 }).runtimeData).toMatchObject({ seen: 1 });
      expect(compare(changed, { a: 2 }).runtimeData).toMatchObject({ seen: 0 });
    }
  });

  it("[CO2] a literal has the left field's type, and the types of the fields decide, not the item's type", () => {
    expect(holds("t == '1.0'", { t: text("1.0") })).toBe(true);
    expect(holds("t == '1.0'", { t: text("1") })).toBe(false);
    expect(holds("n == 1.50", { n: float(1.5) })).toBe(true);
    const flow = build(
      inARow({
        application: { a: "Integer" },
        runtime: { seen: "Integer" },
        nodes: [state("no", "seen = 0"), rule("r", "a == 1", "seen = 1")],
      }),
    );
    const nodes = flow.solutionDefinition.nodes.map((node) =>
      node.type === "EasyRule"
        ? { ...node, conditionFields: node.conditionFields.map((item) => ({ ...item, leftHandType: "String" as const })) }
        : node,
    );
    expect(compare({ ...flow, solutionDefinition: { ...flow.solutionDefinition, nodes } }, { a: 1 }).runtimeData).toMatchObject({
      seen: 1,
    });
  });

  it("[CO3] ordering with a missing value on either side is false", () => {
    for (const operator of [">", "<", ">=", "<="]) {
      expect(holds(`a ${operator} 0`, { a: whole(undefined) })).toBe(false);
      expect(holds(`a ${operator} b`, { a: whole(undefined), b: whole(1) })).toBe(false);
      expect(holds(`a ${operator} b`, { a: whole(1), b: whole(undefined) })).toBe(false);
      expect(holds(`a ${operator} b`, { a: whole(undefined), b: whole(undefined) })).toBe(false);
    }
  });

  it("[CO3] ordering of numbers, with literals and with fields", () => {
    const table = [
      [">", [false, false, true]],
      ["<", [true, false, false]],
      [">=", [false, true, true]],
      ["<=", [true, true, false]],
      ["==", [false, true, false]],
      ["!=", [true, false, true]],
    ] as const;
    for (const [operator, wanted] of table) {
      expect([1, 2, 3].map((a) => holds(`a ${operator} 2`, { a: whole(a) }))).toEqual(wanted);
      expect([1, 2, 3].map((a) => holds(`a ${operator} b`, { a: float(a), b: whole(2) }))).toEqual(wanted);
    }
  });

  it("[CO4] missing equals only missing; != is the opposite", () => {
    expect(holds("a == 0", { a: whole(undefined) })).toBe(false);
    expect(holds("a != 0", { a: whole(undefined) })).toBe(true);
    expect(holds("t == ''", { t: text(undefined) })).toBe(false);
    expect(holds("t != ''", { t: text(undefined) })).toBe(true);
    expect(holds("a == b", { a: whole(undefined), b: whole(undefined) })).toBe(true);
    expect(holds("a != b", { a: whole(undefined), b: whole(undefined) })).toBe(false);
    expect(holds("a == b", { a: whole(undefined), b: whole(0) })).toBe(false);
    expect(holds("a == b", { a: whole(0), b: whole(undefined) })).toBe(false);
    expect(holds("a != b", { a: whole(0), b: whole(undefined) })).toBe(true);
    expect(holds("t == u", { t: text(undefined), u: text(undefined) })).toBe(true);
    expect(holds("t == u", { t: text(""), u: text(undefined) })).toBe(false);
    expect(holds("t != u", { t: text(""), u: text(undefined) })).toBe(true);
  });

  it("[CO5] numbers are compared as numbers, Integer with Float too", () => {
    expect(holds("a == b", { a: float(5), b: whole(5) })).toBe(true);
    expect(holds("a == b", { a: float(0.1), b: float(0.1) })).toBe(true);
    expect(holds("a != b", { a: float(0.1), b: float(0.2) })).toBe(true);
    expect(holds("a == b", { a: whole(9007199254740991), b: whole(9007199254740990) })).toBe(false);
  });

  it("[CO5] texts are equal if all code units are", () => {
    expect(holds("t == 'NL'", { t: text("NL") })).toBe(true);
    for (const other of ["nl", " NL", "NL ", ""]) expect(holds("t == 'NL'", { t: text(other) })).toBe(false);
    expect(holds("t == u", { t: text("é"), u: text("e\u0301") })).toBe(false);
    expect(holds("t == u", { t: text("🎈"), u: text("🎈") })).toBe(true);
    expect(holds("t != u", { t: text("a"), u: text("b") })).toBe(true);
  });

  it("[CO5] texts are not ordered, and a text is not compared with a number", () => {
    const refused = (condition: string): readonly string[] =>
      findingsOf(
        build(inARow({ application: { t: "String", a: "Integer" }, runtime: { n: "Integer" }, nodes: [rule("r", condition, "n = 1")] })),
      );
    expect(refused("t > 'a'")).toEqual(["OPERATOR_NOT_FOR_STRING"]);
    expect(refused("t == a")).toEqual(["TYPE_MISMATCH"]);
    expect(refused("a == t")).toEqual(["TYPE_MISMATCH"]);
  });

  it("[CO6] a condition never fails, whatever the values", () => {
    for (const value of [undefined, 0, -999999999999999, 999999999999999, 0.000000000001]) {
      expect(typeof holds("a > 1.5 && a <= b || a == b && b != 0.0", { a: float(value), b: float(value) })).toBe("boolean");
    }
  });
});
