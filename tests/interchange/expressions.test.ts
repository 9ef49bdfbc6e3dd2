/** Expressions one by one: the formula returns what ZEN or feelin returns, or the report says that it is left out. */
import { importDmn, importJdm, type Imported } from "@airlock/interchange";
import { ZenEngine } from "@gorules/zen-engine";
import { date, evaluate } from "feelin";
import { afterAll, expect, test } from "vitest";
import { grid, importedOrThrow, runner, type Values } from "./run-imported.ts";

const zen = new ZenEngine();
afterAll(() => zen.dispose());

const lines = (text: string): readonly string[] => text.trim().split("\n");

const inputs = grid({
  a: [-7.5, -2.5, -1, 0, 0.5, 1, 2, 2.5, 3, 4.25, 7, 123.456],
  b: [-2, 0, 1, 3.3],
  s: ["A", "AB", " b "],
  f: [true, false],
  d: ["2026-01-31", "2026-05-06"],
});

/** What of the results differs; numbers are compared to 9 places, since feelin has doubles. */
function differing(imported: Imported, original: readonly unknown[]): readonly unknown[] {
  const run = runner(imported);
  const plain = (value: unknown): unknown => (typeof value === "number" ? Number(value.toFixed(9)) : (value ?? null));
  return inputs.flatMap((input, index) => {
    const { values, error } = run(input);
    const result = error ?? plain(values["o"]);
    return result === plain(original[index]) ? [] : [{ input, result, original: original[index] }];
  });
}

const leftOut = ({ entries }: Imported): readonly string[] =>
  entries.flatMap(({ level, kind, text }) => (level === "leftOut" && kind === "expression" ? [text] : []));

function jdm(expression: string): string {
  const types = { a: "number", b: "number", s: "string", f: "boolean" };
  const schema = JSON.stringify({ properties: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }])) });
  const node = (id: string, type: string, content: object): object => ({ id, name: id, type, position: { x: 0, y: 0 }, content });
  return JSON.stringify({
    nodes: [
      node("i", "inputNode", { schema }),
      node("t", "expressionNode", { expressions: [{ id: "1", key: "o", value: expression }] }),
      node("e", "outputNode", {}),
    ],
    edges: [
      { id: "1", sourceId: "i", targetId: "t" },
      { id: "2", sourceId: "t", targetId: "e" },
    ],
  });
}

test.each(
  lines(`
a - b * 2
-a % 3
-a^2
2^3^2
a / 2 / 2
a - (b - 1)
2 * a^2
a > b ? a > 5 ? "x" : "y" : "z"
not (a > b) or f
a == 1 or b == 2 and f
a > b == true
a in (1..5)
a not in [1..5]
s not in ["A"]
1 + a ?? 2
round(a)
round(a, 1)
floor(a)
ceil(a)
trunc(a)
min([a, b, 2])
sum([a, b])
len(s)
trim(s)
endsWith(s, "B")
a * 0.1 + b * 0.2
round(a * 100) / 100
a - -b`),
)("ZEN: %s", async (expression) => {
  const decision = zen.createDecision(JSON.parse(jdm(expression)));
  const original: unknown[] = [];
  for (const input of inputs) {
    const { result } = (await decision.evaluate(input)) as { readonly result: { readonly o: unknown } };
    original.push(result.o);
  }
  const imported = importedOrThrow(importJdm(jdm(expression), "expression"));
  expect(leftOut(imported)).toEqual([]);
  expect(differing(imported, original)).toEqual([]);
});

function dmn(expression: string): string {
  const types = { a: "number", b: "number", s: "string", f: "boolean", d: "date" };
  const data = Object.entries(types).map(
    ([name, type]) => `<inputData id="i${name}" name="${name}"><variable id="v${name}" name="${name}" typeRef="${type}" /></inputData>`,
  );
  return `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="D" namespace="n">${data.join("")}
    <decision id="x" name="o"><variable id="v" name="o" /><literalExpression id="l"><text>${expression.replaceAll("<", "&lt;")}</text></literalExpression></decision>
  </definitions>`;
}

test.each(
  lines(`
a - b * 2
-a ** 2
2 ** 3 ** 2
a - (b - 1)
if a > b then (if a > 5 then "x" else "y") else "z"
not(a > b) or f
not(s = "A") and a > 0
a in (1, 2, [3..5])
a in (< 0, > 2)
a in [b..5]
a between 1 and 3
s in ("A", "B")
decimal(a, 0)
round half up(a, 1)
round up(a, 1)
round down(a, 1)
floor(a / 2) * 2
min(a, b, 2)
max([a, b])
modulo(a, 3)
string length(s)
upper case(s)
ends with(s, "B")
d.year
d.month + d.day
date("2026-03-01") > d
if f = null then 1 else 2
if s = "\\u0041\\u0042" then 1 else 2
if s = "\\U000041" then 1 else 2
if s = "\\\\u0041" then 1 else 2
string length("\\ud83d\\ude00 \\U01f600")
a * 0.1 + b * 0.2`),
)("FEEL: %s", async (expression) => {
  const value = ({ d, ...input }: Values): unknown =>
    (evaluate(expression, { ...input, d: date(String(d)) }) as { readonly value: unknown }).value;
  const imported = importedOrThrow(await importDmn(dmn(expression), "expression"));
  expect(leftOut(imported)).toEqual([]);
  expect(differing(imported, inputs.map(value))).toEqual([]);
});

test.each(['s + "x"', 's > "A"', "rand(5)", 'matches(s, "A.*")', "a % 0", "avg([a, b])", "`hi ${s}`", "{ a: 1 }", "[a, b]"])(
  "ZEN, left out: %s",
  (expression) => {
    expect(leftOut(importedOrThrow(importJdm(jdm(expression), "expression")))).toHaveLength(1);
  },
);

test.each([
  's + "x"',
  "some x in [a, b] satisfies x > 2",
  "for x in [a] return x",
  "{ k: a }",
  "[a, b]",
  'duration("P1D")',
  "mean(a, b)",
  '"\\u0000"',
  '"\\ud83d"',
  '"\\Uffffff"',
  "a +",
])("FEEL, left out: %s", async (expression) => {
  expect(leftOut(importedOrThrow(await importDmn(dmn(expression), "expression")))).toHaveLength(1);
});
