import { describe, expect, it } from "vitest";
import { build, calculation, end, list, range, rule, state } from "../build.ts";
import { decide, findingsOf, inARow } from "../decide.ts";

const scored = (bands: readonly string[], value: number | undefined, defaultScore = ""): unknown => {
  const draft = inARow({
    application: { value: "Float" },
    runtime: { points: "Float" },
    nodes: [state("base", "points = 100"), range("score", "value", "points", bands, defaultScore)],
  });
  return decide(draft, { value }).runtimeData["points"];
};

describe("scores", () => {
  it("[SC1] square brackets include a bound and round ones do not", () => {
    const points = (band: string): readonly boolean[] => [0.9, 1, 1.5, 2, 2.1].map((value) => scored([band], value) === 105);
    expect(points("[1,2] 5")).toEqual([false, true, true, true, false]);
    expect(points("[1,2) 5")).toEqual([false, true, true, false, false]);
    expect(points("(1,2] 5")).toEqual([false, false, true, true, false]);
    expect(points("(1,2) 5")).toEqual([false, false, true, false, false]);
  });

  it("[SC1] adjacent bounds, below zero and at zero are distinguished", () => {
    const points = (band: string, ...values: readonly number[]): readonly boolean[] => values.map((value) => scored([band], value) === 105);
    expect(points("(0,1) 5", 0, 0.000000000001, -0.000000000001)).toEqual([false, true, false]);
    expect(points("(-1,0] 5", -1, -0.999999999999, 0, 0.000000000001)).toEqual([false, true, true, false]);
    expect(points("(-4,-2] 5", -4, -3.999999999999, -2, -1.999999999999)).toEqual([false, true, true, false]);
    expect(points("(2,4] 5", 2, 2.000000000001, 4, 4.000000000001)).toEqual([false, true, true, false]);
    expect(points("(999999999999998,) 5", 999999999999998, 999999999999999)).toEqual([false, true]);
    expect(points("[3,3] 5", 3, 3.000000000001, 2.999999999999)).toEqual([true, false, false]);
  });

  it("[SC1] an empty bound is no bound", () => {
    expect(scored(["[,5) 1", "[5,) 2"], -999999999999999)).toBe(101);
    expect(scored(["[,5) 1", "[5,) 2"], 999999999999999)).toBe(102);
    expect(scored(["(,) 3"], 0)).toBe(103);
  });

  it("[SC1] the first band or entry that matches counts", () => {
    expect(scored(["[0,10) 1", "[5,20) 2"], 7)).toBe(101);
    expect(scored(["[5,20) 2", "[0,10) 1"], 7)).toBe(102);
    const draft = inARow({
      application: { land: "String" },
      runtime: { points: "Integer" },
      nodes: [list("score", "land", "points", ["NL 1", "NL 2", "DE 3"])],
    });
    expect(decide(draft, { land: "NL" }).runtimeData).toMatchObject({ points: 1 });
    expect(decide(draft, { land: "DE" }).runtimeData).toMatchObject({ points: 3 });
  });

  it("[SC1] a list compares texts exactly and numbers as numbers", () => {
    const texts = inARow({
      application: { v: "String" },
      runtime: { points: "Integer" },
      nodes: [list("score", "v", "points", ["a 1", " 2", "12 3"], "9")],
    });
    for (const [value, points] of [
      ["a", 1],
      ["A", 9],
      ["", 2],
      ["12", 3],
      ["12.0", 9],
      [" ", 9],
    ] as const) {
      expect(decide(texts, { v: value }).runtimeData).toMatchObject({ points });
    }
    const numbers = inARow({
      application: { v: "Float" },
      runtime: { points: "Integer" },
      nodes: [list("score", "v", "points", ["1.50 1", "0 2"], "9")],
    });
    for (const [value, points] of [
      [1.5, 1],
      [0, 2],
      [-0, 2],
      [1.51, 9],
    ] as const) {
      expect(decide(numbers, { v: value }).runtimeData).toMatchObject({ points });
    }
    const wholes = inARow({
      application: { v: "Integer" },
      runtime: { points: "Integer" },
      nodes: [list("score", "v", "points", ["7 1", "-7 2"], "9")],
    });
    for (const [value, points] of [
      [7, 1],
      [-7, 2],
      [8, 9],
    ] as const)
      expect(decide(wholes, { v: value }).runtimeData).toMatchObject({ points });
  });

  it("[SC2] a missing value is in no band and in no list", () => {
    expect(scored(["(,) 5"], undefined)).toBe(100);
    expect(scored(["(,) 5"], undefined, "7")).toBe(107);
    const draft = inARow({
      application: { land: "String" },
      runtime: { points: "Integer" },
      nodes: [state("s", "points = 0"), list("score", "land", "points", ["NL 1", " 2"])],
    });
    expect(decide(draft, {}).runtimeData).toMatchObject({ points: 0 });
    const numbers = inARow({
      application: { v: "Float" },
      runtime: { points: "Integer" },
      nodes: [list("score", "v", "points", ["0 1"], "5")],
    });
    expect(decide(numbers, {}).runtimeData).toMatchObject({ points: 5 });
  });

  it("[SC3] points are added, and a missing result field becomes the points", () => {
    const draft = inARow({
      application: { a: "Integer", b: "Integer" },
      runtime: { points: "Float", whole: "Integer" },
      nodes: [
        range("one", "a", "points", ["[0,) 0.1"]),
        range("two", "b", "points", ["[0,) 0.2"]),
        range("three", "a", "whole", ["[0,) 5"]),
        range("four", "b", "whole", ["[0,) -7"]),
      ],
    });
    expect({ ...decide(draft, { a: 1, b: 1 }).runtimeData }).toEqual({ points: 0.3, whole: -2 });
    expect({ ...decide(draft, { a: 1 }).runtimeData }).toEqual({ points: 0.1, whole: 5 });
    expect({ ...decide(draft, { b: 1 }).runtimeData }).toEqual({ points: 0.2, whole: -7 });
    expect({ ...decide(draft, {}).runtimeData }).toEqual({});
  });

  it("[SC4] without a match the default points are added, or the field stays as it is", () => {
    expect(scored(["[0,1) 5"], 2, "-3")).toBe(97);
    expect(scored(["[0,1) 5"], 2, "0")).toBe(100);
    expect(scored(["[0,1) 5"], 2)).toBe(100);
    const draft = inARow({
      application: { v: "String" },
      runtime: { points: "Float" },
      nodes: [list("score", "v", "points", ["a 1"], "2.5")],
    });
    expect({ ...decide(draft, { v: "b" }).runtimeData }).toEqual({ points: 2.5 });
    const none = inARow({ application: { v: "String" }, runtime: { points: "Float" }, nodes: [list("score", "v", "points", ["a 1"])] });
    expect({ ...decide(none, { v: "b" }).runtimeData }).toEqual({});
  });

  it("[SC5] a match adds its reason code; an empty one, the default points and a failure add none", () => {
    const draft = inARow({
      application: { v: "Integer" },
      runtime: { points: "Integer" },
      nodes: [range("score", "v", "points", ["[0,10) 1 LOW", "[10,20) 2", "[20,30) 3 MID"], "0")],
    });
    expect(decide(draft, { v: 5 }).reasonCodes).toEqual(["LOW"]);
    expect(decide(draft, { v: 15 }).reasonCodes).toEqual([]);
    expect(decide(draft, { v: 25 }).reasonCodes).toEqual(["MID"]);
    expect(decide(draft, { v: 99 }).reasonCodes).toEqual([]);
    const failing = inARow({
      application: { v: "Integer" },
      runtime: { points: "Integer" },
      nodes: [state("s", "points = 9007199254740991"), list("score", "v", "points", ["1 1 ONE", "2 0 TWO"])],
    });
    expect(decide(failing, { v: 1 })).toMatchObject({ reasonCodes: [], error: { code: "INTEGER_OVERFLOW", nodeId: "score" } });
    expect(decide(failing, { v: 2 })).toMatchObject({ reasonCodes: ["TWO"], error: undefined });
    const low = {
      ...failing,
      nodes: [state("s", "points = -9007199254740991"), list("score", "v", "points", ["1 -1", "2 0"]), end("end")],
    };
    expect(decide(low, { v: 1 })).toMatchObject({ error: { code: "INTEGER_OVERFLOW", nodeId: "score" } });
    expect(decide(low, { v: 2 })).toMatchObject({ runtimeData: { points: -9007199254740991 } });
  });

  it("[SC5] Float points that overflow fail too, both ways of adding", () => {
    for (const points of ["1", "0.7"]) {
      const draft = inARow({
        application: { v: "Float" },
        runtime: { points: "Float" },
        nodes: [state("s", "points = 999999999999999"), range("score", "v", "points", [`[0,) ${points} R`])],
      });
      expect(decide(draft, { v: 1 })).toMatchObject({
        reasonCodes: [],
        runtimeData: { points: 999999999999999 },
        error: { code: "NUMBER_OVERFLOW" },
      });
    }
  });

  it("[SC5] even large points whose sum would be exact fail past the bound", () => {
    const draft = inARow({
      application: { v: "Float" },
      runtime: { points: "Float" },
      nodes: [state("s", "points = 999999999999998"), range("score", "v", "points", ["[0,1) 1", "[1,) 2"])],
    });
    expect(decide(draft, { v: 0 }).runtimeData).toMatchObject({ points: 999999999999999 });
    const even = inARow({ ...draft, nodes: [state("s", "points = 999999999999998"), range("score", "v", "points", ["[0,) 2"])] });
    expect(decide(even, { v: 1 })).toMatchObject({ error: { code: "NUMBER_OVERFLOW" } });
  });

  it("[SC6] reason codes are in the order in which they were added, each once", () => {
    const draft = inARow({
      application: { v: "Integer" },
      runtime: { points: "Integer" },
      nodes: [
        range("a", "v", "points", ["[0,) 1 B"]),
        range("b", "v", "points", ["[0,) 1 A"]),
        range("c", "v", "points", ["[0,) 1 B"]),
        range("d", "v", "points", ["[0,) 1 __proto__"]),
        range("e", "v", "points", ["[0,) 1 A"]),
        range("f", "v", "points", ["[0,) 1 C"]),
      ],
    });
    expect(decide(draft, { v: 1 }).reasonCodes).toEqual(["B", "A", "__proto__", "C"]);
  });

  it("[SC7] points have the type of the result field", () => {
    const flow = (score: string): readonly string[] =>
      findingsOf(
        build(
          inARow({ application: { v: "Integer" }, runtime: { points: "Integer" }, nodes: [range("s", "v", "points", [`[0,) ${score}`])] }),
        ),
      );
    expect(flow("5")).toEqual([]);
    expect(flow("5.5")).toEqual(["LITERAL_NOT_AN_INTEGER"]);
  });

  it("[SC7] sums of halves, of tenths and of large points are normalised", () => {
    const sum = (...points: readonly string[]): unknown => {
      const nodes = points.map((score, index) => range(`s${index}`, "v", "points", [`[0,) ${score}`]));
      return decide(inARow({ application: { v: "Integer" }, runtime: { points: "Float" }, nodes }), { v: 1 }).runtimeData["points"];
    };
    expect(sum("0.5", "0.25", "12.125", "-3")).toBe(9.875);
    expect(sum("0.1", "0.2", "0.3", "0.1")).toBe(0.7);
    expect(sum("99999999999.5", "0.25", "0.125")).toBe(99999999999.875);
    expect(sum("999999999999.5", "0.0625")).toBe(999999999999.562);
    expect(sum("0.000244140625", "1000000")).toBe(1000000.00024414);
    expect(sum("99999999999999", "0.5")).toBe(99999999999999.5);
    expect(sum("100000000000000", "0.5", "0.25")).toBe(100000000000000);
  });

  it("[SC7] [SE3] a field that also gets other values is normalised after every sum", () => {
    const fields = { application: { f: "Float", v: "Integer" }, runtime: { n: "Float" } } as const;
    const last = (...nodes: Parameters<typeof inARow>[0]["nodes"]): unknown =>
      decide(inARow({ ...fields, nodes }), { f: 1000000.1, v: 1 }).runtimeData["n"];
    expect(last(state("s", "n = f", "n -= 1000000"))).toBe(0.1);
    expect(last(state("s", "n = f"), range("r", "v", "n", ["[0,) -1000000"]))).toBe(0.1);
    expect(last(calculation("c", "n", "f + 0"), list("l", "v", "n", ["1 -1000000"]))).toBe(0.1);
    expect(last(state("s", "n = 0.1", "n += 0.2", "n += 0.5"))).toBe(0.8);
    expect(last(state("s", "n = 1"), rule("r", "v == 1", "n = f", "n -= 1000000"))).toBe(0.1);
  });

  it("[SC7] [SE3] a field with exact sums still becomes missing with a missing operand", () => {
    const draft = inARow({
      application: { v: "Integer" },
      runtime: { points: "Float" },
      nodes: [rule("maybe", "v == 1", "points = 0.5"), rule("add", "v >= 0", "points += 1", "points -= 0.25")],
    });
    expect({ ...decide(draft, { v: 1 }).runtimeData }).toEqual({ points: 1.25 });
    expect({ ...decide(draft, { v: 2 }).runtimeData }).toEqual({});
  });
});
