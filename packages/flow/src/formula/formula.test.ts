import { expect, test } from "vitest";
import type { FlowList } from "../lists/flow-list.ts";
import type { FormulaType } from "./formula.ts";
import { findFunction, formulaFunctions, signatureText, type FunctionName } from "./functions.ts";
import { parseFormula } from "./parse-formula.ts";
import { printFormula } from "./print-formula.ts";
import { shownFormula, shownReferences, storedFormula } from "./reference-texts.ts";
import { formulaNeeds, formulaReads } from "./formula-reads.ts";
import { typeFormula } from "./type-formula.ts";

const types: Readonly<Record<string, FormulaType>> = { i: "Integer", f: "Float", s: "String", b: "Boolean", d: "Date" };
const rates: FlowList = { listId: "l1", name: "Rates", keyType: "String", columns: [{ name: "rate", type: "Float" }] };
const scope = {
  type: (_: string, key: string) => types[key],
  list: (name: string) => (name === rates.name ? rates : undefined),
};

/** `i` stands for `runtime.i`, so that the cases are short. */
const stored = (text: string): string =>
  storedFormula(text, {
    applicationDatasetFields: [],
    runtimeDatasetFields: ["i", "f", "s", "b", "d"].map((key) => ({ key, name: key, type: "String", required: false })),
  });

function printed(text: string): string {
  const parsed = parseFormula(text);
  return parsed.ok ? printFormula(parsed.formula) : `${parsed.problem.from}-${parsed.problem.to} ${parsed.problem.message}`;
}

/** The type, or the text that each problem marks, with its sentence. */
function typed(text: string): string {
  const typing = typeFormula(stored(text), scope);
  if (typing.ok) return typing.formula.type;
  const { position } = shownFormula(stored(text), (_, key) => key);
  return typing.problems.map(({ from, to, message }) => `${text.slice(position(from), position(to))}: ${message}`).join(" | ");
}

test.each([
  ["1+2*3", "1 + 2 * 3"],
  ["(1+2)*3", "(1 + 2) * 3"],
  ["1-(2-3)-4", "1 - (2 - 3) - 4"],
  ["2^3^2", "2 ^ 3 ^ 2"],
  ["2^(3^2)", "2 ^ (3 ^ 2)"],
  ["-2^2", "-2 ^ 2"],
  ["-(2^2)", "-(2 ^ 2)"],
  ["- -x", "--x"],
  ["NOT a=1 AND b=2 or c", "not a = 1 and b = 2 or c"],
  ["not (a and b)", "not (a and b)"],
  ["a and (b or c)", "a and (b or c)"],
  ["(a = b) = c", "(a = b) = c"],
  ["a = (not b)", "a = (not b)"],
  ["IF(a>=18,MIN(1,x),0)", "if(a >= 18, min(1, x), 0)"],
  ['"say ""no"""', '"say ""no"""'],
  ["[and] + [9lives] + [a b] + [x]]y]", "[and] + [9lives] + [a b] + [x]]y]"],
  ["Application.age + runtime.[0]", "application.age + runtime.[0]"],
  ["日本語 * données_été", "日本語 * données_été"],
  ["TRUE or False", "true or false"],
  ["if(true)", "if(true)"],
  ["today( )", "today()"],
])("%s is printed as %s, and that again as itself", (text, wanted) => {
  expect(printed(text)).toBe(wanted);
  expect(printed(wanted)).toBe(wanted);
});

test.each([
  ["", "0-0 Write a formula."],
  ["1 +", "3-3 The formula ends where a value is needed."],
  ["1 + * 2", "4-5 A value is needed before this."],
  ["(1 + 2", "0-1 This ( is not closed. Add )."],
  ["1 + 2)", "5-6 There is no ( before this ). Remove it."],
  ["1,5", "1-2 A comma separates arguments of a function. Write a point in numbers: 1.5."],
  ["min(1 2)", "6-7 Write an operator, a comma or ) before this."],
  ["a b", "2-3 Write an operator before this, such as + or and."],
  ["a == b", "2-4 Write = to compare."],
  ["a <> b", "2-4 Write != for not equal."],
  ["a && b", "2-4 Write and."],
  ["a < b < c", "6-7 Only two values can be compared. Join comparisons with and: a < b and b < c."],
  ["1 + not b", "4-7 Put not and what it negates in parentheses."],
  ["and(a, b)", "0-3 Write and between two conditions."],
  ["if(a; b; c)", "4-5 Separate arguments with a comma."],
  ["'NL'", '0-1 Write texts in straight double quotes: "NL".'],
  ['"NL', '0-1 This text has no end. Close it with ".'],
  ["9lives", "0-1 A name that begins with a digit is written in brackets: [9lives]."],
  ["a 🎈", "2-4 '🎈' has no meaning in a formula. Remove it."],
  ["5 %", "2-3 Write 0.05 for 5 %."],
  [`${"(".repeat(51)}1${")".repeat(51)}`, "50-51 This is nested too deeply. Split it into several results."],
])("%s: %s", (text, wanted) => {
  expect(printed(text)).toBe(wanted);
});

test.each([
  ["i + 1", "Integer"],
  ["i + 1.0", "Float"],
  ["i / 2", "Float"],
  ["i ^ 2", "Float"],
  ["-f", "Float"],
  ["i = f", "Boolean"],
  ["d < date(s)", "Boolean"],
  ["if(b, 1, 2.5)", "Float"],
  ["if(b, 1, i)", "Integer"],
  ["if(b, s, trim(s))", "String"],
  ['min(d, date("2026-01-31"))', "Date"],
  ["max(1, 2, f)", "Float"],
  ['inList(s, "Rates")', "Boolean"],
  ['1 + lookup(trim(s), "Rates", "rate")', "Float"],
  ['lookup(i, "Rates", "rate")', "i: The keys of Rates are of type String, but this is an Integer."],
  ['inList(s, "Rate")', '"Rate": There is no list Rate. Write the name of one of your organisation\'s lists.'],
  ["inList(s, s)", "s: Write the name of a list in quotes: inList(value, list)."],
  ['lookup(s, "Rates", "band")', '"band": Rates has no column band. Its columns are rate.'],
  ['lookup(s, "Rates")', 'lookup(s, "Rates"): lookup takes 3 arguments: lookup(value, list, column).'],
  ["round(f)", "Integer"],
  ["round(f, 0)", "Integer"],
  ["round(f, 2)", "Float"],
  ["round(i, 2)", "Integer"],
  ["ifMissing(i, 0)", "Integer"],
  ["isMissing(s)", "Boolean"],
  ["yearsBetween(d, today())", "Integer"],
])("%s is of type %s", (text, wanted) => {
  expect(typed(text)).toBe(wanted);
});

test.each([
  ["1 + s", "s: This is a String, but a number is needed."],
  ["-b", "b: This is a Boolean, but a number is needed."],
  ["d + 1", "d: A Date cannot be calculated with. Use addDays, addMonths or daysBetween."],
  ["s = 1", "s = 1: A String cannot be compared with an Integer."],
  ['s < "a"', 's < "a": String values have no order. Compare them with = or !=.'],
  ["i and b", "i: This is an Integer, but a condition, such as age >= 18 is needed."],
  ["if(i, 1, 2)", "i: This is an Integer, but a condition, such as age >= 18 is needed."],
  ["if(b, 1, s)", "s: This is a String, but the value before it is an Integer. Both must be of one type."],
  [
    "nobody + 1",
    "nobody: There is no field nobody. Choose a field, or write application or runtime before a name that both have: runtime.nobody.",
  ],
  ["len(s)", "len: There is no function len. Use length(text)."],
  ["rond(f)", "rond: There is no function rond. Choose one of the list."],
  ["min(1)", "min(1): min takes at least 2 arguments: min(first, second, …)."],
  ["round(f, 1, 2)", "round(f, 1, 2): round takes one argument or 2: round(number, [digits])."],
  ["today(1)", "today(1): today takes no argument: today()."],
  ["round(f, i)", "i: round takes a whole number from 0 to 12 that is written out here, not an Integer."],
  ["round(f, 13)", "13: round takes a whole number from 0 to 12 that is written out here, not an Integer."],
  ["year(s)", "s: year takes a Date here, not a String. Write date(…) around a text."],
  ["addDays(d, 1.5)", "1.5: addDays takes an Integer here, not a Float."],
  ['date("2026-02-29")', '"2026-02-29": This is not a day. Write it like 2026-01-31.'],
  ["f / 0", "0: This divides by zero."],
  ["1.0000000000001", "1.0000000000001: This number has more digits than are kept. Use at most 15, and at most 12 after the point."],
  ["s + 1 = b and lower(1)", "s: This is a String, but a number is needed. | 1: lower takes a String here, not an Integer."],
])("%s: %s", (text, wanted) => {
  expect(typed(text)).toBe(wanted);
});

test("every function is found in any capitals, has help, and its signature is as it is called", () => {
  for (const name of Object.keys(formulaFunctions) as FunctionName[]) {
    expect(findFunction(name.toUpperCase())).toBe(name);
    expect(signatureText(name).startsWith(`${name}(`)).toBe(true);
    expect(parseFormula(formulaFunctions[name].example)).toMatchObject({ ok: true });
  }
});

test("a formula is typed with names, stored with keys, and shown with names again", () => {
  const field = (key: string, name: string) => ({ key, name, type: "Integer", required: false }) as const;
  const datasets = {
    applicationDatasetFields: [field("k1", "age"), field("k2", "score"), field("and", "and")],
    runtimeDatasetFields: [field("k-3", "score"), field("0", "9lives")],
  };
  const typedText = 'age + runtime.score * [9lives] - [and] > application.score and min(score, "age" )';
  const text = storedFormula(typedText, datasets);
  expect(text).toBe('application.k1 + runtime.[k-3] * runtime.[0] - application.and > application.k2 and min(score, "age" )');
  const shown = shownFormula(text, shownReferences(datasets));
  expect(shown.text).toBe(typedText);
  expect(shown.position(text.indexOf(" > "))).toBe(typedText.indexOf(" > "));
  expect(shownFormula("runtime.gone + (", shownReferences(datasets)).text).toBe("runtime.unknown + (");
});

test("what a formula reads, and with which fields its value is there", () => {
  const of = (text: string): readonly string[] => {
    const parsed = parseFormula(stored(text));
    if (!parsed.ok) throw new Error(parsed.problem.message);
    const reads = formulaReads(parsed.formula).map(({ key, missingIsFine }) => (missingIsFine ? `${key}?` : key));
    return [
      reads.join(" "),
      formulaNeeds(parsed.formula)
        ?.map(({ key }) => key)
        .join(" ") ?? "may be missing",
    ];
  };
  expect(of("i + f * i")).toEqual(["i f i", "i f i"]);
  expect(of('if(s = "a" and f > i, i, 2)')).toEqual(["s? f i i", "i"]);
  expect(of("ifMissing(i, f)")).toEqual(["i? f", "f"]);
  expect(of("isMissing(i)")).toEqual(["i?", ""]);
  expect(of('inList(s, "Countries")')).toEqual(["s", ""]);
  expect(of('1 + lookup(s, "Countries", "rate")')).toEqual(["s", "may be missing"]);
  expect(of('ifMissing(lookup(s, "Countries", "rate"), i)')).toEqual(["s? i", "i"]);
});
