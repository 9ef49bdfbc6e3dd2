/** Booleans, Dates and the comparisons of behaviour 3. */
import { behaviourOf, compileFrozen, encodeRecord, evaluate, expandRecord, explain, readInput, RecordMismatch } from "@airlock/engine";
import type { FieldType } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { build, call, end, list, predict, range, rule, state, takingFirst, type Draft } from "../build.ts";
import { compiled } from "../compare.ts";
import { ask, decide, findingsOf, inARow, problemsOf } from "../decide.ts";

type Given = string | number | boolean | null | undefined;

function holds(condition: string, fields: Readonly<Record<string, readonly [FieldType, Given]>>): boolean {
  const application = Object.fromEntries(Object.entries(fields).map(([name, [type]]) => [name, type]));
  const body = Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value]));
  const nodes = [state("no", "seen = 'no'"), rule("r", condition, "seen = 'yes'")];
  return decide(inARow({ application, runtime: { seen: "String" }, nodes }), body).runtimeData["seen"] === "yes";
}
const text = (value: Given) => ["String", value] as const;
const whole = (value: Given) => ["Integer", value] as const;
const truth = (value: Given) => ["Boolean", value] as const;
const day = (value: Given) => ["Date", value] as const;

const copying: Draft = inARow({
  application: { married: "Boolean", birthday: "Date" },
  runtime: { m: "Boolean", b: "Date" },
  nodes: [state("copy", "m = married", "b = birthday")],
});
const copied = (body: Readonly<Record<string, unknown>>): unknown => ({ ...decide(copying, body).runtimeData });

describe("Booleans and Dates", () => {
  it("[VA6] true and false, or the same as text; absent, null and the empty text are missing", () => {
    for (const value of [true, "true"]) expect(copied({ married: value })).toEqual({ m: true });
    for (const value of [false, "false"]) expect(copied({ married: value })).toEqual({ m: false });
    for (const value of [undefined, null, ""]) expect(copied({ married: value })).toEqual({});
    for (const married of [0, 1, "True", "1", "yes", " true", [], {}]) {
      expect(problemsOf(build(copying), { married })).toEqual(["married notABoolean"]);
    }
  });

  it("[VA7] a text with a day of the years 1 to 9999; absent, null and the empty text are missing", () => {
    for (const birthday of ["2026-01-31", "2024-02-29", "0001-01-01", "1582-10-10", "9999-12-31"])
      expect(copied({ birthday })).toEqual({ b: birthday });
    for (const value of [undefined, null, ""]) expect(copied({ birthday: value })).toEqual({});
    for (const birthday of ["2026-02-30", "2100-02-29", "0000-01-01", "2026-1-1", "2026-01-31T00:00:00Z", "31-01-2026", 20484, true, {}]) {
      expect(problemsOf(build(copying), { birthday })).toEqual(["birthday notADate"]);
    }
  });

  it("[VA3] [VA6] [VA7] a required one that is missing is refused", () => {
    const flow = build({ ...copying, required: ["married", "birthday"] });
    expect(problemsOf(flow, { married: "", birthday: null })).toEqual(["married missing", "birthday missing"]);
    expect(problemsOf(flow, { married: false, birthday: "1970-01-01" })).toEqual([]);
  });

  it("[CO11] Booleans are equal or not, and missing is neither", () => {
    expect(holds("a == true", { a: truth(true) })).toBe(true);
    expect(holds("a == true", { a: truth(false) })).toBe(false);
    expect(holds("a == false", { a: truth(undefined) })).toBe(false);
    expect(holds("a != false", { a: truth(undefined) })).toBe(true);
    expect(holds("a == b", { a: truth(false), b: truth(false) })).toBe(true);
    expect(holds("a == b", { a: truth(undefined), b: truth(undefined) })).toBe(true);
    expect(holds("a != b", { a: truth(true), b: truth(undefined) })).toBe(true);
  });

  it("[CO11] Dates are ordered by day, also before 1970", () => {
    expect(holds("a < 1970-01-01", { a: day("1969-12-31") })).toBe(true);
    expect(holds("a > 1969-12-31", { a: day("1970-01-01") })).toBe(true);
    expect(holds("a >= 2024-02-29", { a: day("2024-02-29") })).toBe(true);
    expect(holds("a <= 2024-02-28", { a: day("2024-02-29") })).toBe(false);
    expect(holds("a == 2024-02-29", { a: day("2024-02-29") })).toBe(true);
    expect(holds("a < b", { a: day("0999-12-31"), b: day("1000-01-01") })).toBe(true);
    expect(holds("a >= b", { a: day("2026-01-01"), b: day(undefined) })).toBe(false);
    expect(holds("a != b", { a: day("2026-01-01"), b: day(undefined) })).toBe(true);
    expect(holds("a == b", { a: day(undefined), b: day(undefined) })).toBe(true);
  });

  it("[SE5] are set only with =, from values of the same type, and become missing with a missing one", () => {
    const draft = inARow({
      application: { from: "Date", yes: "Boolean" },
      runtime: { d: "Date", b: "Boolean" },
      nodes: [state("literal", "d = 2026-02-28", "b = true"), rule("later", "from > 2000-01-01", "d = from", "b = yes")],
    });
    expect({ ...decide(draft, {}).runtimeData }).toEqual({ d: "2026-02-28", b: true });
    expect({ ...decide(draft, { from: "2001-01-01", yes: false }).runtimeData }).toEqual({ d: "2001-01-01", b: false });
    expect({ ...decide(draft, { from: "2001-01-01" }).runtimeData }).toEqual({ d: "2001-01-01" });
    const set = (setter: string) =>
      findingsOf(
        build(
          inARow({
            application: { n: "Integer", t: "String" },
            runtime: { d: "Date", b: "Boolean" },
            nodes: [state("s", "d = 2026-01-01", setter)],
          }),
        ),
      );
    expect(set("d += 2026-01-01")).toEqual(["OPERATOR_NOT_FOR_TYPE"]);
    for (const setter of ["d = n", "b = n", "d = t", "b = t"]) expect(set(setter)).toEqual(["TYPE_MISMATCH"]);
  });

  it("[SC8] a List Score matches true, false and days; a Range Score only numbers", () => {
    const draft = inARow({
      application: { yes: "Boolean", on: "Date" },
      runtime: { points: "Integer" },
      nodes: [
        state("zero", "points = 0"),
        list("byTruth", "yes", "points", ["true 1 YES", "false 2 NO"], "4"),
        list("byDay", "on", "points", ["2026-01-01 10 NEW", "2026-12-31 20 OLD"]),
      ],
    });
    const points = (body: Readonly<Record<string, unknown>>) => decide(draft, body);
    expect(points({ yes: true, on: "2026-12-31" })).toMatchObject({ runtimeData: { points: 21 }, reasonCodes: ["YES", "OLD"] });
    expect(points({ yes: false, on: "2026-01-02" })).toMatchObject({ runtimeData: { points: 2 }, reasonCodes: ["NO"] });
    expect(points({})).toMatchObject({ runtimeData: { points: 4 }, reasonCodes: [] });
    const ranged = inARow({
      application: { on: "Date" },
      runtime: { points: "Integer" },
      nodes: [range("r", "on", "points", ["[0,1) 1"])],
    });
    expect(findingsOf(build(ranged))).toContain("FIELD_TYPE");
  });
});

describe("comparisons", () => {
  it("[CO7] in and not in", () => {
    expect(holds("a in NL, DE", { a: text("DE") })).toBe(true);
    expect(holds("a in NL, DE", { a: text("de") })).toBe(false);
    expect(holds("a in NL, DE, FR, BE, LU", { a: text("LU") })).toBe(true);
    expect(holds("a in NL, DE, FR, BE, LU", { a: text("") })).toBe(false);
    expect(holds("a in NL", { a: text(undefined) })).toBe(false);
    expect(holds("a not in NL, DE", { a: text("FR") })).toBe(true);
    expect(holds("a not in NL, DE", { a: text("NL") })).toBe(false);
    expect(holds("a not in NL, DE", { a: text(undefined) })).toBe(true);
  });

  it("[CO8] contains and starts with", () => {
    expect(holds("a contains 'b'", { a: text("abc") })).toBe(true);
    expect(holds("a contains 'B'", { a: text("abc") })).toBe(false);
    expect(holds("a starts with 'ab'", { a: text("abc") })).toBe(true);
    expect(holds("a starts with 'b'", { a: text("abc") })).toBe(false);
    expect(holds("a contains b", { a: text("🎈🎈"), b: text("🎈") })).toBe(true);
    for (const operator of ["contains", "starts with"]) {
      expect(holds(`a ${operator} b`, { a: text(""), b: text("") })).toBe(true);
      expect(holds(`a ${operator} b`, { a: text("x"), b: text("") })).toBe(true);
      expect(holds(`a ${operator} b`, { a: text(undefined), b: text("") })).toBe(false);
      expect(holds(`a ${operator} b`, { a: text("x"), b: text(undefined) })).toBe(false);
      expect(holds(`a ${operator} b`, { a: text(undefined), b: text(undefined) })).toBe(false);
    }
  });

  it("[CO9] between includes both ends", () => {
    for (const [value, expected] of [
      [17, false],
      [18, true],
      [65, true],
      [66, false],
      [undefined, false],
    ] as const) {
      expect(holds("a between 18 and 65", { a: whole(value) })).toBe(expected);
    }
    expect(holds("a between 0.1 and 0.3", { a: ["Float", 0.3] })).toBe(true);
    expect(holds("a between 65 and 18", { a: whole(30) })).toBe(false);
    expect(holds("a between 2024-02-28 and 2024-03-01", { a: day("2024-02-29") })).toBe(true);
    expect(holds("a between 2024-02-28 and 2024-03-01", { a: day("2024-03-02") })).toBe(false);
  });

  it("[CO10] is missing holds only for missing values, of any type", () => {
    const present = { a: text(""), b: whole(0), c: ["Float", 0], d: truth(false), e: day("1970-01-01") } as const;
    for (const [name, [type, value]] of Object.entries(present)) {
      expect(holds(`${name} is missing`, { [name]: [type, value] }), name).toBe(false);
      for (const missing of type === "String" ? [undefined, null] : [undefined, null, ""]) {
        expect(holds(`${name} is missing`, { [name]: [type, missing] }), name).toBe(true);
      }
    }
    const unset = inARow({
      application: { a: "Integer" },
      runtime: { n: "Integer", seen: "String" },
      nodes: [rule("some", "a > 0", "n = 1"), state("no", "seen = 'no'"), rule("r", "n is missing", "seen = 'yes'")],
    });
    expect(decide(unset, { a: 0 }).runtimeData["seen"]).toBe("yes");
    expect(decide(unset, { a: 1 }).runtimeData["seen"]).toBe("no");
  });

  it("[CO7] [CO9] [CO10] [FL9] work in links as in rules", () => {
    const draft: Draft = {
      application: { land: "String", age: "Integer" },
      runtime: { way: "String" },
      nodes: [
        takingFirst(state("fork", "way = 'none'")),
        state("x", "way = 'listed'"),
        state("y", "way = 'adult'"),
        state("z", "way = 'unknown'"),
        end("end"),
      ],
      links: [
        "start > fork",
        "fork > x if land in NL, DE && age between 18 and 65",
        "fork > y if age >= 18",
        "fork > z if age is missing",
        "x > end",
        "y > end",
        "z > end",
        "fork > end otherwise",
      ],
    };
    const way = (body: Readonly<Record<string, unknown>>) => decide(draft, body).runtimeData["way"];
    expect([way({ land: "NL", age: 18 }), way({ land: "FR", age: 18 }), way({ land: "NL" }), way({ age: 3 })]).toEqual([
      "listed",
      "adult",
      "unknown",
      "none",
    ]);
  });
});

describe("behaviour 3", () => {
  it("[FL10] is the lowest that has new types and comparisons, and earlier ones refuse them", () => {
    const plain = inARow({ application: { a: "Integer", t: "String" }, runtime: { n: "Integer" }, nodes: [rule("r", "a == 1", "n = 1")] });
    expect(behaviourOf(build(plain))).toBe(1);
    const links = plain.links.map((link) => (link === "r > end" ? "r > end if t contains 'x'" : link));
    const newer: readonly Draft[] = [
      { ...plain, application: { ...plain.application, b: "Boolean" } },
      { ...plain, runtime: { ...plain.runtime, d: "Date" } },
      inARow({ ...plain, nodes: [rule("r", "a is missing", "n = 1")] }),
      inARow({ ...plain, nodes: [rule("r", "a between 1 and 2", "n = 1")] }),
      inARow({ ...plain, nodes: [rule("r", "t not in x", "n = 1")] }),
      { ...plain, links },
    ];
    for (const draft of newer) {
      const flow = build({ ...draft, nodes: draft.nodes.slice(0, 1).concat(end("end")) });
      expect(behaviourOf(flow)).toBe(3);
      for (const behaviour of [1, 2])
        expect(compileFrozen(flow, behaviour)).toMatchObject({ ok: false, findings: [{ code: "NOT_RUNNABLE" }] });
      expect(compileFrozen(flow, 3).ok).toBe(true);
    }
  });

  it("[EF13] web calls write and read them, and predictions get numbers", async () => {
    const draft = inARow({
      application: { yes: "Boolean", on: "Date" },
      runtime: { m: "Boolean", d: "Date", score: "Float" },
      nodes: [
        call(
          "c",
          { method: "POST", url: "https://example.com/{on}", body: '{"yes": {yes}}', ifFails: "continue" },
          "$.m > m ? false",
          "$.d > d ? 2000-01-01",
        ),
        predict("p", "score", { yes: "yes", on: "on", m: "m" }),
      ],
    });
    const received: unknown[] = [];
    const run = async (body: unknown) =>
      (
        await ask(
          draft,
          { yes: true, on: "1970-01-11" },
          {
            webCall: ({ url, body: sent }) => {
              received.push(url, sent);
              return Promise.resolve({ status: 200, body: JSON.stringify(body) });
            },
            predict: ({ inputs }) => {
              received.push({ ...inputs });
              return { score: 0.5, reasonCodes: [] };
            },
          },
        )
      ).runtimeData;
    expect({ ...(await run({ m: "true", d: "2026-01-31" })) }).toEqual({ m: true, d: "2026-01-31", score: 0.5 });
    expect(received).toEqual(["https://example.com/1970-01-11", '{"yes": true}', { yes: 1, on: 10, m: 1 }]);
    // A value that does not fit fails the call, which continues with the default values.
    for (const body of [{ m: 1 }, { d: "2026-02-30" }, { d: 7 }])
      expect({ ...(await run(body)) }).toEqual({ m: false, d: "2000-01-01", score: 0.5 });
    expect({ ...(await run({ m: null })) }).toEqual({ score: 0.5 });
  });

  it("[RE5] an execution record has numbers, and reproduces the execution with the callers' types", () => {
    const plan = compiled(build(copying));
    const read = readInput(plan, { married: true, birthday: "1970-01-11" });
    if (!read.ok) throw new Error("This input should be accepted.");
    const record = encodeRecord(evaluate(plan, read.input));
    expect(JSON.parse(record)).toMatchObject([1, [1, 10], expect.any(String), [1, 10], []]);
    expect({ ...expandRecord(plan, record).applicationData }).toEqual({ married: true, birthday: "1970-01-11" });
    expect({ ...expandRecord(plan, record).runtimeData }).toEqual({ m: true, b: "1970-01-11" });
    const step = explain(plan, record).find(({ nodeId }) => nodeId === "copy");
    expect(step?.reads.map(({ value }) => value)).toEqual([true, "1970-01-11"]);
    expect(step?.changes.map(({ before, after }) => [before, after])).toEqual([
      [undefined, true],
      [undefined, "1970-01-11"],
    ]);
    for (const values of ["[2,10]", "[1,0.5]", "[1,9999999]", '[1,"1970-01-11"]']) {
      expect(() => expandRecord(plan, record.replaceAll("[1,10]", values))).toThrow(RecordMismatch);
    }
  });

  it("[RE5] [CO7] [CO9] [CO10] an explanation shows what a condition compared with", () => {
    const draft = inARow({
      application: { t: "String", d: "Date", b: "Boolean" },
      runtime: { n: "Integer" },
      nodes: [rule("r", "t in x, y && d between 2026-01-01 and 2026-12-31 && b == true || t is missing", "n = 1")],
    });
    const plan = compiled(build(draft));
    const read = readInput(plan, { t: "y", d: "2026-06-01", b: true });
    if (!read.ok) throw new Error("This input should be accepted.");
    const condition = explain(plan, encodeRecord(evaluate(plan, read.input))).find(({ nodeId }) => nodeId === "r")?.condition;
    expect(
      condition?.groups.flat().map(({ left, operator, right, holds: held }) => [left.value, operator, right.values ?? right.value, held]),
    ).toEqual([
      ["y", "in", ["x", "y"], true],
      ["2026-06-01", "between", ["2026-01-01", "2026-12-31"], true],
      [true, "==", true, true],
      ["y", "is missing", undefined, false],
    ]);
  });
});
