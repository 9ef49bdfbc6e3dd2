import { behaviourOf, compile, encodeRecord, expandRecord } from "@airlock/engine";
import { toSql } from "@airlock/engine/sql";
import type { FieldType } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { build, calculation, formulas, state } from "../build.ts";
import { compiled } from "../compare.ts";
import { ask, decide, findingsOf, inARow } from "../decide.ts";

type Fields = Readonly<Record<string, string | number | boolean | null>>;

const typeOf = (value: Fields[string]): FieldType =>
  typeof value === "boolean" ? "Boolean" : typeof value === "string" ? "String" : Number.isInteger(value) ? "Integer" : "Float";

/** The result in a field of the given type, or the code of the failure. Fields are Integer, Float or String by their values. */
function work(type: FieldType, formula: string, fields: Fields = {}, types: Readonly<Record<string, FieldType>> = {}): unknown {
  const application = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, types[name] ?? typeOf(value)]));
  const draft = inARow({ application, runtime: { result: type }, nodes: [formulas("f", `result := ${formula}`)] });
  const { error, runtimeData } = decide(draft, fields);
  return error?.code ?? runtimeData["result"];
}

const float = (formula: string, fields: Fields = {}): unknown => work("Float", formula, fields);
const integer = (formula: string, fields: Fields = {}): unknown => work("Integer", formula, fields);
const text = (formula: string, fields: Fields = {}): unknown => work("String", formula, fields);
const holds = (formula: string, fields: Fields = {}): boolean => work("Integer", `if(${formula}, 1, 0)`, fields) === 1;
/** A date as it is written. */
const day = (formula: string, fields: Fields = {}): unknown => {
  const part = (name: string): string => String(integer(`${name}(${formula})`, fields)).padStart(name === "year" ? 4 : 2, "0");
  return ["year", "month", "day"].map(part).join("-");
};

describe("formulas", () => {
  it("[FO1] operators bind as written, equal rank from the left, and the sign binds tightest", () => {
    expect(float("2 + 3 * 4 ^ 2")).toBe(50);
    expect(float("20 - 5 - 3")).toBe(12);
    expect(float("2 ^ 3 ^ 2")).toBe(64);
    expect(float("-2 ^ 2")).toBe(4);
    expect(float("-(2 ^ 2)")).toBe(-4);
    expect(holds("not 1 = 2 and 2 = 2 or 1 = 2")).toBe(true);
    expect(holds("true or true and false")).toBe(true);
    expect(holds("not (true or true)")).toBe(false);
    expect(text('"say ""no"""')).toBe('say "no"');
    expect(integer("ABS( -3 )")).toBe(3);
    expect(integer("[9lives] + [and]", { "9lives": 1, and: 2 })).toBe(3);
  });

  it("[FO2] results are computed in order, a missing one makes the field missing, and a failing one ends the node", () => {
    const draft = inARow({
      application: { a: "Integer" },
      runtime: { x: "Integer", y: "Float", z: "Integer" },
      nodes: [state("s", "x = 7", "z = 1"), formulas("f", "x := a + 1", "y := x / 2", "z := y * 2")],
    });
    expect({ ...decide(draft, { a: 4 }).runtimeData }).toEqual({ x: 5, y: 2.5, z: 5 });
    expect({ ...decide(draft, {}).runtimeData }).toEqual({});
    const failing = inARow({
      runtime: { x: "Integer", y: "Float", z: "Integer" },
      nodes: [formulas("f", "x := 1", "y := 1 / (x - 1)", "z := 3")],
    });
    const { runtimeData, error } = decide(failing);
    expect([{ ...runtimeData }, error]).toEqual([{ x: 1 }, { code: "DIVISION_BY_ZERO", nodeId: "f" }]);
    expect(work("Integer", "1 / 2")).toBe("NOT_AN_INTEGER");
    expect(work("Float", "9007199254740991")).toBe("NUMBER_OVERFLOW");
    const largest = { n: 9007199254740990 };
    expect([integer("n + 1", largest), integer("0 - n - 1", largest)]).toEqual([9007199254740991, -9007199254740991]);
    expect([integer("n + 2", largest), integer("0 - n - 2", largest)]).toEqual(["INTEGER_OVERFLOW", "INTEGER_OVERFLOW"]);
  });

  it("[FO3] type errors are refused before it runs, and so is a result without a field", () => {
    const codes = (type: FieldType, formula: string): readonly string[] =>
      findingsOf(build(inARow({ runtime: { result: type }, nodes: [formulas("f", `result := ${formula}`)] })));
    expect(codes("Integer", "1 + true")).toEqual(["FORMULA_TYPE"]);
    expect(codes("Integer", "1 = 1")).toEqual(["FORMULA_RESULT"]);
    expect(codes("Integer", 'date("2026-01-31")')).toEqual(["FORMULA_RESULT"]);
    expect(codes("String", "1")).toEqual(["FORMULA_RESULT"]);
    expect(codes("Boolean", "1")).toEqual(["FORMULA_RESULT"]);
    expect(codes("Date", '"2026-01-31"')).toEqual(["FORMULA_RESULT"]);
    expect(codes("Date", "1 = 1")).toEqual(["FORMULA_RESULT"]);
    expect(work("Boolean", "1 = 1")).toBe(true);
    expect(work("Boolean", "not (1 = 1)")).toBe(false);
    expect(work("Date", "addMonths(d, 1)", { d: "2026-01-31" }, { d: "Date" })).toBe("2026-02-28");
    expect(work("Boolean", "d < addDays(d, 1)", { d: "2026-01-31" }, { d: "Date" })).toBe(true);
    expect(work("Date", "addDays(d, 1)", { d: "9999-12-31" }, { d: "Date" })).toBe("DATE_OVERFLOW");
    expect(integer("7 - 0")).toBe(7);
  });

  it("[FO4] a missing operand makes the result missing, and nothing fails", () => {
    const none = { n: null };
    for (const formula of [
      "n / 0.0",
      "n ^ 2",
      "-n",
      "abs(n)",
      "round(n, 2)",
      "floor(n)",
      "min(1, n)",
      "max(n, 1)",
      "n + 9007199254740991 * 1",
    ]) {
      expect(work("Float", formula.replace("n / 0.0", "n / (1 - 1)"), none, { n: "Float" }), formula).toBe(undefined);
    }
    const noText = { t: null };
    for (const formula of ["length(t)", "year(date(t))", 'daysBetween(date(t), date("2026-01-31"))']) {
      expect(work("Integer", formula, noText, { t: "String" }), formula).toBe(undefined);
    }
    for (const formula of ["lower(t)", "upper(t)", "trim(t)"]) expect(work("String", formula, noText, { t: "String" })).toBe(undefined);
  });

  it("[FO5] a condition is never missing, and compares as conditions of links do", () => {
    const types = { n: "Float", m: "Float", t: "String" } as const;
    const none = { n: null, m: null, t: null };
    const test = (formula: string): unknown => work("Integer", `if(${formula}, 1, 0)`, none, types);
    expect(["n < 1", "n >= 1", "n = 0", "n = m", "n != 0", 't = ""', 't != "a"'].map(test)).toEqual([0, 0, 0, 1, 1, 0, 1]);
    expect(
      ['contains(t, "")', 'startsWith("a", t)', "endsWith(t, t)", "isMissing(t)", "isMissing(0)", "isMissing(n < 1)"].map(test),
    ).toEqual([0, 0, 0, 1, 0, 0]);
    expect(holds('contains("abc", "") and contains("abc", "bc") and not contains("abc", "C")')).toBe(true);
    expect(holds('startsWith("NL01", "NL") and endsWith("NL01", "01") and not endsWith("1", "01")')).toBe(true);
    expect(holds("(1 = 1) = true and (1 = 2) != true")).toBe(true);
    expect(holds('date("2026-01-31") < date("2026-02-01") and 1 = 1.0')).toBe(true);
  });

  it("[FO5] a missing Boolean does not hold, is equal to a missing one, and is stored as missing", () => {
    const types = { b: "Boolean", c: "Boolean" } as const;
    const test = (formula: string, b: boolean | null): unknown => work("Boolean", formula, { b, c: null }, types);
    expect([true, false, null].map((b) => test("b", b))).toEqual([true, false, undefined]);
    expect([true, false, null].map((b) => test("b and true", b))).toEqual([true, false, false]);
    expect([true, false, null].map((b) => test("not b", b))).toEqual([false, true, true]);
    expect([true, false, null].map((b) => test("b = c", b))).toEqual([false, false, true]);
    expect([true, false, null].map((b) => test("b != true", b))).toEqual([false, true, true]);
    expect([true, false, null].map((b) => test("isMissing(b)", b))).toEqual([false, false, true]);
    expect([true, false, null].map((b) => test("ifMissing(b, true)", b))).toEqual([true, false, true]);
    expect([true, false, null].map((b) => test("if(b, c, b)", b))).toEqual([undefined, false, undefined]);
    expect([true, false, null].map((b) => test("ifMissing(b, c) or ifMissing(c, true)", b))).toEqual([true, true, true]);
  });

  it("[FO6] what is not computed does not fail", () => {
    expect(integer("if(n != 0, 10 / n, 0)", { n: 0 })).toBe(0);
    expect(integer("if(n = 0, 10 / n, 0)", { n: 0 })).toBe("DIVISION_BY_ZERO");
    expect(holds("n = 0 or 10 / n > 1", { n: 0 })).toBe(true);
    expect(holds("n != 0 and 10 / n > 1", { n: 0 })).toBe(false);
    expect(work("Integer", "if(10 / n > 1 or true, 1, 0)", { n: 0 })).toBe("DIVISION_BY_ZERO");
    expect(integer("ifMissing(n, 10 / m)", { n: 1, m: 0 })).toBe(1);
    expect(work("Float", "ifMissing(n, 10 / m)", { n: null, m: 0 }, { n: "Float" })).toBe("DIVISION_BY_ZERO");
    expect(float('1 / n + year(date("x" ))'.replace('"x" ', "t"), { n: 0, t: "x" })).toBe("DIVISION_BY_ZERO");
    expect(float("year(date(t)) + 1 / n", { n: 0, t: "x" })).toBe("NOT_A_DATE");
  });

  it("[FO7] arithmetic is that of calculations", () => {
    const fields = { a: 1000.1, b: 0.3, i: 9007199254740991, j: 3 };
    for (const formula of ["a + b", "a * b", "a / b", "i * j", "i + j", "j - i", "a ^ b", "a * i", "j / i", "b ^ j", "i / i"]) {
      const types = { a: "Float", b: "Float", i: "Integer", j: "Integer" } as const;
      const draft = inARow({ application: types, runtime: { result: "Float" }, nodes: [calculation("c", "result", formula)] });
      const { error, runtimeData } = decide(draft, fields);
      expect(float(formula, fields), formula).toBe(error?.code ?? runtimeData["result"]);
    }
    expect(float("0.1 + 0.2")).toBe(0.3);
    expect(Object.is(float("-n", { n: 0 }), 0)).toBe(true);
  });

  it("[FO8] an Integer among Floats becomes a Float, or fails like one that is stored", () => {
    expect(float("if(n = 0, i, 0.5)", { n: 0, i: 999999999999999 })).toBe(999999999999999);
    expect(float("if(n = 0, i, 0.5)", { n: 0, i: 1000000000000000 })).toBe("NUMBER_OVERFLOW");
    expect(float("if(n = 0, i, 0.5)", { n: 1, i: 1000000000000000 })).toBe(0.5);
    expect(float("min(i, 0.5)", { i: 9007199254740991 })).toBe("NUMBER_OVERFLOW");
  });

  it("[FO9] [FO10] minimum, maximum, and absolute value", () => {
    expect(float("min(3, 1.5, 2)")).toBe(1.5);
    expect(integer("max(3, -5, 2)")).toBe(3);
    expect(day('min(date("2026-01-31"), date("2025-12-31"))')).toBe("2025-12-31");
    expect([integer("abs(-3)"), float("abs(n)", { n: -2.5 })]).toEqual([3, 2.5]);
  });

  it("[FO11] rounding is of the decimal, in each of its modes", () => {
    const modes = ["round", "roundHalfEven", "roundUp", "roundDown"] as const;
    const all = (value: number, digits: number): readonly unknown[] =>
      modes.map((mode) => float(`${mode}(n, ${digits})`, { n: value, m: 0.5 }));
    expect(all(1.005, 2)).toEqual([1.01, 1, 1.01, 1]);
    expect(all(-1.005, 2)).toEqual([-1.01, -1, -1.01, -1]);
    expect(all(1.015, 2)).toEqual([1.02, 1.02, 1.02, 1.01]);
    expect(all(2.5, 0)).toEqual([3, 2, 3, 2]);
    expect(all(-2.5, 0)).toEqual([-3, -2, -3, -2]);
    expect(all(0.000000000001, 11)).toEqual([0, 0, 0.00000000001, 0]);
    expect(all(123456789012.345, 2)).toEqual([123456789012.35, 123456789012.34, 123456789012.35, 123456789012.34]);
    expect(all(999.999999999999, 3)).toEqual([1000, 1000, 1000, 999.999]);
    expect(all(-0.4, 0).map((value) => Object.is(value, -0))).toEqual([false, false, false, false]);
    expect(integer("round(2.6) + round(7, 3)")).toBe(10);
  });

  it("[FO12] floor and ceiling go down and up, also below zero", () => {
    expect(["floor(2.9)", "floor(-2.1)", "ceiling(2.1)", "ceiling(-2.9)", "ceiling(-0.5)"].map((formula) => integer(formula))).toEqual([
      2, -3, 3, -2, 0,
    ]);
    expect(Object.is(integer("ceiling(n)", { n: -0.5 }), 0)).toBe(true);
  });

  it("[FO13] a character is a code point", () => {
    expect([integer('length("🎈é")'), integer('length("e\u0301")'), integer('length("")')]).toEqual([2, 2, 0]);
  });

  it("[FO14] letters change one by one, and other characters do not", () => {
    expect(text("lower(t)", { t: "ÅÉ ŸŁ ΑΣ ЖЀӀ ԱՖ ẮỸ 日 İẞǄ" })).toBe("åé ÿł ασ жѐӏ աֆ ắỹ 日 İẞǄ");
    expect(text("upper(t)", { t: "åé ÿł ας жѐӏ աֆ ắỹ 日 ßıſŉµΐﬀ" })).toBe("ÅÉ ŸŁ Ας ЖЀӀ ԱՖ ẮỸ 日 ßıſŉµΐﬀ");
    // Every character of the ranges, one by one, compared with the reference interpreter, which uses V8's Unicode.
    const all = Array.from({ length: 0x1f00 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join("");
    expect(String(text("lower(t)", { t: all })).length).toBe(all.length);
    expect(String(text("upper(t)", { t: all })).length).toBe(all.length);
  });

  it("[FO15] white space is removed at both ends, and at no other place", () => {
    expect(text("trim(t)", { t: "\t\u00a0 a b \u3000\r\n\ufeff" })).toBe("a b");
    expect(text("trim(t)", { t: " \u200b\u0085 " })).toBe("\u200b\u0085");
    expect(text("trim(t)", { t: " \n " })).toBe("");
  });

  it("[FO16] [FO17] a date is a day of the calendar, and any other text fails", () => {
    for (const date of [
      "2026-01-31",
      "2024-02-29",
      "0001-01-01",
      "9999-12-31",
      "1970-01-01",
      "1969-12-31",
      "2000-02-29",
      "1900-02-28",
      "1900-03-01",
      "2100-03-01",
    ]) {
      expect(day("date(t)", { t: date })).toBe(date);
    }
    for (const wrong of [
      "2023-02-29",
      "1900-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-01-00",
      "0000-01-01",
      "2026-1-31",
      "",
      "2026-01-31 ",
      "2026-01-31T00:00",
    ]) {
      expect(integer("year(date(t))", { t: wrong }), wrong).toBe("NOT_A_DATE");
    }
    expect(integer('daysBetween(date("1970-01-01"), date("2026-01-31"))')).toBe(20484);
  });

  it("[FO18] days and months are added within the calendar", () => {
    expect(day('addDays(date("2026-01-31"), 30)')).toBe("2026-03-02");
    expect(day('addMonths(date("2026-01-31"), 1)')).toBe("2026-02-28");
    expect(day('addMonths(date("2024-03-31"), -1)')).toBe("2024-02-29");
    expect(day('addMonths(date("2026-12-15"), 13)')).toBe("2028-01-15");
    expect(day('addDays(date("9999-12-30"), 1)')).toBe("9999-12-31");
    expect(day('addDays(date("0001-01-02"), -1)')).toBe("0001-01-01");
    expect(day('addMonths(date("9999-11-30"), 1)')).toBe("9999-12-30");
    expect(day('addMonths(date("0001-02-28"), -1)')).toBe("0001-01-28");
    expect(day('addDays(date("9999-12-31"), 1)')).toContain("DATE_OVERFLOW");
    expect(day('addDays(date("0001-01-01"), -1)')).toContain("DATE_OVERFLOW");
    expect(day('addMonths(date("9999-12-01"), 1)')).toContain("DATE_OVERFLOW");
    expect(day('addMonths(date("2026-01-31"), n)', { n: 9007199254740991 })).toContain("DATE_OVERFLOW");
  });

  it("[FO19] days, and months and years that have passed", () => {
    const between = (unit: string, from: string, to: string): unknown => integer(`${unit}Between(date("${from}"), date("${to}"))`);
    expect(between("days", "2026-01-31", "2026-03-01")).toBe(29);
    expect(between("days", "2026-03-01", "2026-01-31")).toBe(-29);
    expect(between("months", "2026-01-31", "2026-02-28")).toBe(0);
    expect(between("months", "2026-01-31", "2026-03-31")).toBe(2);
    expect(between("months", "2026-03-31", "2026-01-31")).toBe(-2);
    expect(between("years", "2008-05-20", "2026-05-19")).toBe(17);
    expect(between("years", "2008-05-20", "2026-05-20")).toBe(18);
    expect(between("years", "2026-05-19", "2008-05-20")).toBe(-17);
    expect(between("years", "2004-02-29", "2022-02-28")).toBe(17);
  });

  it("[FO20] today is requested once, recorded, and the same in a replay", async () => {
    const draft = inARow({
      application: { born: "String" },
      runtime: { age: "Integer", same: "Integer" },
      nodes: [formulas("f", "age := yearsBetween(date(born), today())"), formulas("g", 'same := daysBetween(date("1970-01-01"), today())')],
    });
    let day = 20_593; // 2026-05-20
    const execution = await ask(draft, { born: "2008-05-20" }, { today: () => day++ });
    expect({ ...execution.runtimeData }).toEqual({ age: 18, same: 20_593 });
    const plan = compiled(build(draft));
    expect(encodeRecord(execution)).toContain("[[20593],[20593]]");
    expect({ ...expandRecord(plan, encodeRecord(execution)).runtimeData }).toEqual({ age: 18, same: 20_593 });
    const failed = await ask(draft, { born: "2008-05-32" }, { today: () => day });
    expect([failed.error?.code, failed.error?.nodeId]).toEqual(["NOT_A_DATE", "f"]);
    expect(expandRecord(plan, encodeRecord(failed)).error?.code).toBe("NOT_A_DATE");
    expect((await ask(draft, { born: "2008-05-20" }, {})).error?.code).toBe("EFFECTS_NEEDED");
    expect(decide(draft, { born: "2008-05-20" }).error?.code).toBe("EFFECTS_NEEDED");
    const query = toSql(build(draft), { table: { name: "t" }, key: "k", inputs: new Map() });
    expect(query.ok ? "written" : query.code).toBe("TODAY");
  });

  it("[FO2] a version with formulas needs behaviour 3, and one without keeps its behaviour", () => {
    const withFormula = build(inARow({ runtime: { r: "Integer" }, nodes: [formulas("f", "r := 1")] }));
    expect(behaviourOf(withFormula)).toBe(3);
    expect(behaviourOf(build(inARow({ runtime: { r: "Integer" }, nodes: [state("s", "r = 1")] })))).toBe(1);
    expect(findingsOf(withFormula, 2)).toEqual(["NOT_RUNNABLE"]);
    expect(compile(withFormula, 3).ok).toBe(true);
  });
});
