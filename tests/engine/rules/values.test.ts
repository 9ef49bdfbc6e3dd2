import { readInput } from "@airlock/engine";
import { describe, expect, it } from "vitest";
import { build, rule, state } from "../build.ts";
import { compiled } from "../compare.ts";
import { decide, inARow, problemsOf } from "../decide.ts";

const flow = build({
  ...inARow({
    application: { text: "String", whole: "Integer", number: "Float" },
    runtime: { t: "String", w: "Integer", n: "Float" },
    nodes: [state("copy", "t = text", "w = whole", "n = number")],
  }),
  required: ["whole"],
});
const copy = (body: Readonly<Record<string, unknown>>): unknown => {
  const { runtimeData } = decide(
    inARow({
      application: { text: "String", whole: "Integer", number: "Float" },
      runtime: { t: "String", w: "Integer", n: "Float" },
      nodes: [state("copy", "t = text", "w = whole", "n = number")],
    }),
    body,
  );
  return { ...runtimeData };
};

describe("values", () => {
  it("[VA1] every runtime field is missing when a run begins, and missing is neither zero nor empty", () => {
    const draft = inARow({
      application: { age: "Integer" },
      runtime: { n: "Integer", t: "String", seen: "String" },
      nodes: [
        rule("never", "age > 1000", "n = 1", "t = 'x'"),
        state("first", "seen = 'missing'"),
        rule("zero", "n == 0", "seen = 'zero'"),
        rule("empty", "t == ''", "seen = 'empty'"),
      ],
    });
    expect({ ...decide(draft, { age: 1 }).runtimeData }).toEqual({ seen: "missing" });
  });

  it("[VA2] a text is kept as it came", () => {
    for (const text of ["", " ", " a ", "É", "e\u0301", "日本 🎈", "\u0000", "null"]) expect(copy({ text })).toEqual({ t: text });
  });

  it("[VA2] [LI3] an unpaired surrogate and a text that is too long are refused", () => {
    expect(problemsOf(flow, { whole: 1, text: "\ud800" })).toEqual(["text notAString"]);
    expect(problemsOf(flow, { whole: 1, text: "x".repeat(10_000) })).toEqual([]);
    expect(problemsOf(flow, { whole: 1, text: "x".repeat(10_001) })).toEqual(["text tooLong"]);
  });

  it("[VA3] input is by name: unknown names are refused and required ones must be present", () => {
    expect(problemsOf(flow, { whole: 1, other: 1, a0: 1 })).toEqual(["other unknown", "a0 unknown"]);
    expect(problemsOf(flow, {})).toEqual(["whole missing"]);
    expect(problemsOf(flow, { whole: null })).toEqual(["whole missing"]);
    expect(problemsOf(flow, { whole: "" })).toEqual(["whole missing"]);
    expect(problemsOf(flow, { whole: "x" })).toEqual(["whole notAnInteger"]);
    expect(problemsOf(flow, { whole: 0 })).toEqual([]);
  });

  it("[VA3] input must be an object", () => {
    for (const body of [undefined, null, 1, "x", [], [1], true]) expect(problemsOf(flow, body)).toEqual([" notAnObject"]);
  });

  it("[VA3] every problem has a message", () => {
    const read = readInput(compiled(flow), { text: 1, whole: 1.5, number: "x", extra: 1 });
    expect(read.ok ? [] : read.problems.map(({ message }) => message)).toEqual([
      "This must be a text.",
      "This must be a number without a fraction.",
      "This must be a number.",
      "There is no such application field.",
    ]);
  });

  it("[VA4] absent, null and, for numbers, an empty text are missing", () => {
    expect(copy({})).toEqual({});
    expect(copy({ text: null, whole: null, number: undefined })).toEqual({});
    expect(copy({ text: "", whole: "", number: "" })).toEqual({ t: "" });
  });

  it("[VA4] numbers may come as text, without exponent or spaces", () => {
    expect(copy({ whole: "12", number: "-0.50" })).toEqual({ w: 12, n: -0.5 });
    expect(copy({ whole: "-007", number: "007.10" })).toEqual({ w: -7, n: 7.1 });
    for (const whole of ["1.0", "1e3", " 1", "0x10", "+1", "--1", "1_000", "١"])
      expect(problemsOf(flow, { whole })).toEqual(["whole notAnInteger"]);
    for (const number of [".5", "1.", "1e3", " 1", "+1", "NaN", "Infinity", "1,5"]) {
      expect(problemsOf(flow, { whole: 1, number })).toEqual(["number notANumber"]);
    }
  });

  it("[VA4] values of another type are refused", () => {
    for (const text of [1, true, {}, []]) expect(problemsOf(flow, { whole: 1, text })).toEqual(["text notAString"]);
    for (const whole of [1.5, true, {}, [], NaN]) expect(problemsOf(flow, { whole })).toEqual(["whole notAnInteger"]);
    for (const number of [true, {}, [1], NaN]) expect(problemsOf(flow, { whole: 1, number })).toEqual(["number notANumber"]);
  });

  it("[VA4] values out of range are refused, at the limit itself", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    for (const whole of [largest, -largest, String(largest)]) expect(problemsOf(flow, { whole })).toEqual([]);
    for (const whole of [largest + 1, -largest - 1, 1e300, Infinity, -Infinity, "99999999999999999999"]) {
      expect(problemsOf(flow, { whole })).toEqual(["whole outOfRange"]);
    }
    for (const number of [999999999999999, -999999999999999]) expect(problemsOf(flow, { whole: 1, number })).toEqual([]);
    for (const number of [999999999999999.5, 1e15, -1e15, Infinity, -Infinity, "1000000000000000"]) {
      expect(problemsOf(flow, { whole: 1, number })).toEqual(["number outOfRange"]);
    }
  });

  it("[VA4] Float input is normalised, and -0 becomes 0", () => {
    expect(copy({ number: 0.30000000000000004 })).toEqual({ n: 0.3 });
    expect(copy({ number: 0.1234567890123456 })).toEqual({ n: 0.123456789012 });
    expect(copy({ number: -0, whole: -0 })).toEqual({ n: 0, w: 0 });
  });

  it("[VA5] names of JavaScript's built-ins are ordinary names, and results inherit nothing", () => {
    const draft = inARow({
      application: JSON.parse('{"constructor": "Integer", "toString": "String"}') as Record<string, "Integer">,
      runtime: JSON.parse('{"__proto__": "Integer", "valueOf": "String", "hasOwnProperty": "Integer"}') as Record<string, "Integer">,
      nodes: [state("s", "__proto__ = constructor", "valueOf = toString")],
    });
    const { runtimeData } = decide(draft, JSON.parse('{"constructor": 5, "toString": "x"}') as Record<string, unknown>);
    expect(Object.entries(runtimeData)).toEqual([
      ["__proto__", 5],
      ["valueOf", "x"],
    ]);
    const plan = compiled(build(draft));
    expect(problemsOf(build(draft), JSON.parse('{"__proto__": 5, "valueOf": 1}'))).toEqual(["__proto__ unknown", "valueOf unknown"]);
    const read = readInput(plan, {});
    if (!read.ok) throw new Error("An input without values should be accepted");
    expect(read.input.values).toEqual([undefined, undefined]);
  });

  it("[VA5] inherited properties of an input object are not input", () => {
    const body: unknown = Object.assign(Object.create({ text: "inherited", junk: 1 }), { whole: 3 });
    const read = readInput(compiled(flow), body);
    expect(read.ok && read.input.values).toEqual([undefined, 3, undefined]);
  });

  it("[VA5] not even those of Object.prototype", () => {
    Reflect.set(Object.prototype, "text", "polluted");
    try {
      const read = readInput(compiled(flow), { whole: 3 });
      expect(read.ok && read.input.values).toEqual([undefined, 3, undefined]);
    } finally {
      Reflect.deleteProperty(Object.prototype, "text");
    }
  });
});
