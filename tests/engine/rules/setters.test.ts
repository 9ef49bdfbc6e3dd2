import { describe, expect, it } from "vitest";
import { build, rule, state } from "../build.ts";
import { decide, findingsOf, inARow } from "../decide.ts";

const run = (setters: readonly string[], body: Readonly<Record<string, unknown>> = {}): unknown => {
  const outcome = decide(
    inARow({
      application: { a: "Integer", f: "Float", t: "String", never: "Integer" },
      runtime: { n: "Integer", x: "Float", s: "String", m: "Integer" },
      nodes: [rule("maybe", "never == 1", "n = 0", "x = 0", "s = ''", "m = 0"), state("set", ...setters)],
    }),
    body,
  );
  return outcome.error?.code ?? { ...outcome.runtimeData };
};

describe("setters", () => {
  it("[SE1] they run in order, each seeing those before it", () => {
    expect(run(["n = 1", "m = n", "n = 5", "m += n"])).toEqual({ n: 5, m: 6 });
    expect(run(["s = 'a'", "s = t"], { t: "b" })).toEqual({ s: "b" });
  });

  it("[SE2] = copies the value, and a missing one makes the field missing", () => {
    expect(run(["n = 7", "x = 1.25", "s = 'x y'"])).toEqual({ n: 7, x: 1.25, s: "x y" });
    expect(run(["n = a", "x = a", "s = t"], { a: 3, t: "" })).toEqual({ n: 3, x: 3, s: "" });
    expect(run(["n = 7", "x = 7", "s = 'x'", "n = a", "x = f", "s = t"])).toEqual({});
    expect(run(["x = 1", "x = a"])).toEqual({});
  });

  it("[SE3] += and -= add and subtract", () => {
    expect(run(["n = 7", "n += 3", "n -= 1"])).toEqual({ n: 9 });
    expect(run(["x = 0.1", "x += 0.2"])).toEqual({ x: 0.3 });
    expect(run(["x = f", "x += 0.2"], { f: 0.1 })).toEqual({ x: 0.3 });
    expect(run(["x = 0.3", "x -= 0.1"])).toEqual({ x: 0.2 });
    expect(run(["n = 7", "n += a", "n -= a", "n -= a"], { a: 3 })).toEqual({ n: 4 });
    expect(run(["x = 0.5", "x += a", "x -= f"], { a: 3, f: 0.25 })).toEqual({ x: 3.25 });
    expect(run(["x = 0.5", "x -= 0.5", "n = 5", "n -= 5"])).toEqual({ x: 0, n: 0 });
    expect(run(["x = f", "x -= a"], { f: 1000000.1, a: 1000000 })).toEqual({ x: 0.1 });
  });

  it("[SE3] with a missing value on either side the field becomes missing", () => {
    expect(run(["n += 3"])).toEqual({});
    expect(run(["n -= 3", "x += 1", "x -= 1.5"])).toEqual({});
    expect(run(["n = 1", "n += a", "x = 1", "x -= f"])).toEqual({});
  });

  it("[SE3] [NU6] beyond the limits it fails and the field keeps its value", () => {
    expect(run(["n = 9007199254740991", "n += 1"])).toBe("INTEGER_OVERFLOW");
    expect(run(["n = -9007199254740991", "n -= 1"])).toBe("INTEGER_OVERFLOW");
    expect(run(["x = 999999999999999", "x += 1"])).toBe("NUMBER_OVERFLOW");
    expect(run(["x = -999999999999999", "x -= f"], { f: 1 })).toBe("NUMBER_OVERFLOW");
    expect(run(["n = 9007199254740990", "n += a"], { a: 1 })).toEqual({ n: 9007199254740991 });
    expect(run(["n = 9007199254740990", "n += a"], { a: 2 })).toBe("INTEGER_OVERFLOW");
  });

  it("[SE4] a literal has the type of its field, and String fields support only =", () => {
    const refused = (setter: string): readonly string[] =>
      findingsOf(build(inARow({ application: { f: "Float" }, runtime: { n: "Integer", s: "String" }, nodes: [state("set", setter)] })));
    expect(run(["s = '5'"])).toEqual({ s: "5" });
    expect(refused("n = 1.5")).toEqual(["LITERAL_NOT_AN_INTEGER"]);
    expect(refused("n = f")).toEqual(["TYPE_MISMATCH"]);
    expect(refused("s += 'x'")).toContain("OPERATOR_NOT_FOR_STRING");
  });
});
