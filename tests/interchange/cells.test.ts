/** Cells one by one: each takes the values that ZEN or feelin takes, or the report says that its rule is left out. */
import type { KnownValue } from "@airlock/engine";
import { importDmn, importJdm, type Imported } from "@airlock/interchange";
import { ZenEngine } from "@gorules/zen-engine";
import { unaryTest } from "feelin";
import { afterAll, expect, test } from "vitest";
import { importedOrThrow, runner } from "./run-imported.ts";

type Kind = "number" | "string" | "boolean";
type Taken = readonly (KnownValue | undefined)[];

const zen = new ZenEngine();
afterAll(() => zen.dispose());

const values: Readonly<Record<Kind, Taken>> = {
  number: [-5, -3, 0, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1000, undefined],
  string: ["A", "B", "AB", "BA", "a", "a b", " A", "not A", "-", "", "A,B", undefined],
  boolean: [true, false, undefined],
};
/** Fields beside the column. */
const others = { y: 3, s: "AB" };

const lines = (text: string): readonly string[] => text.trim().split("\n");

const zenCells: Readonly<Record<Kind, readonly string[]>> = {
  number: lines(`
> 5
-5
5, 7
[1..5]
(1..5)
]1..5[
!= 5
in [1,2,5]
not in [1,2,5]
not in [1..5]
> 5 and < 9
> 5 and <= 9 and != 7
< 2 or > 8
> 5 or 1
$ > 5 and $ < 9
x > y
< y + 2
y
[y..9]
null
!= null
null, 5
> 5, null
$ % 2 == 0
abs($) > 3
$ in [1,2]
not ($ > 5)
($ ?? 5) > 4
5.
1e3
2 * 3, 9
max([$, 3]) == 3`),
  string: lines(`
"A", "B"
'A'
!= "A"
not in ["A","B"]
null
startsWith($, "A")
not (startsWith($, "A"))
len($) > 1
upper($) == "A"
s
"a b"
" A"
"not A"
"-"
""
"A,B"
"A", startsWith($, "B")
contains(s, $)`),
  boolean: lines(`
true
false
!= true
not true
not in [true]
$ == true
true, false
$ and y > 1`),
};

const feelCells: Readonly<Record<Kind, readonly string[]>> = {
  number: lines(`
> 5
5,7
-5
]1..5[
(1..5]
not(5,7)
not(> 5)
not([1..5])
< 2, > 8
null
not(null)
y
> y + 1
[y..9]
= 5
!= 5
.5
null, 5`),
  string: lines(`
"A","B"
not("A","B")
null
s
not(s)
"a b"
""
"A,B"`),
  boolean: lines(`
true
not(true)
null
true,false`),
};

const each = (cells: Readonly<Record<Kind, readonly string[]>>) =>
  Object.entries(cells).flatMap(([kind, list]) => list.map((cell) => [kind as Kind, cell] as const)); // the keys of the record

/** The values of the column for which the first row counts. */
function taken(imported: Imported, kind: Kind): Taken {
  const run = runner(imported);
  return values[kind].filter((x) => run({ ...others, ...(x === undefined ? {} : { x }) }).values["o"] === true);
}

const leftOutRules = ({ entries }: Imported): readonly string[] =>
  entries.flatMap(({ level, kind, text }) => (level === "leftOut" && kind === "rule" ? [text] : []));

function jdm(kind: Kind, cell: string): string {
  const schema = JSON.stringify({ properties: { x: { type: kind }, y: { type: "number" }, s: { type: "string" } } });
  const rules = [
    { _id: "1", a: cell, o: "true" },
    { _id: "2", a: "", o: "false" },
  ];
  const table = { hitPolicy: "first", inputs: [{ id: "a", name: "a", field: "x" }], outputs: [{ id: "o", name: "o", field: "o" }], rules };
  const node = (id: string, type: string, content: object): object => ({ id, name: id, type, position: { x: 0, y: 0 }, content });
  return JSON.stringify({
    nodes: [node("i", "inputNode", { schema }), node("t", "decisionTableNode", table), node("e", "outputNode", {})],
    edges: [
      { id: "1", sourceId: "i", targetId: "t" },
      { id: "2", sourceId: "t", targetId: "e" },
    ],
  });
}

test.each(each(zenCells))("ZEN, a %s: %s", async (kind, cell) => {
  const text = jdm(kind, cell);
  const decision = zen.createDecision(JSON.parse(text));
  const original: (KnownValue | undefined)[] = [];
  for (const x of values[kind]) {
    const { result } = (await decision.evaluate({ ...others, x })) as { readonly result: { readonly o: boolean } };
    if (result.o) original.push(x);
  }
  const imported = importedOrThrow(importJdm(text, "cell"));
  expect(taken(imported, kind)).toEqual(original);
  expect(leftOutRules(imported)).toEqual([]);
});

test.each([
  ["number", "-"],
  ["number", ".5"],
  ["number", "true"],
  ["number", '"5"'],
  ["string", 'not "A"'],
  ["boolean", "not $"],
] as const)("ZEN never takes a %s by %s: the rule is left out", async (kind, cell) => {
  const decision = zen.createDecision(JSON.parse(jdm(kind, cell)));
  for (const x of values[kind]) expect(await decision.evaluate({ ...others, x })).toMatchObject({ result: { o: false } });
  const imported = importedOrThrow(importJdm(jdm(kind, cell), "cell"));
  expect(leftOutRules(imported)).toHaveLength(1);
  expect(taken(imported, kind)).toEqual([]);
});

function dmn(kind: Kind, cell: string): string {
  const input = (name: string, type: Kind): string =>
    `<inputData id="i${name}" name="${name}"><variable id="v${name}" name="${name}" typeRef="${type}" /></inputData>`;
  const rule = (id: string, test: string, result: boolean): string =>
    `<rule id="${id}"><inputEntry id="${id}i"><text>${test.replaceAll("<", "&lt;")}</text></inputEntry><outputEntry id="${id}o"><text>${result}</text></outputEntry></rule>`;
  return `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="D" namespace="n">
    ${input("x", kind)}${input("y", "number")}${input("s", "string")}
    <decision id="a" name="o"><variable id="v" name="o" /><decisionTable id="t" hitPolicy="FIRST">
      <input id="c"><inputExpression id="e" typeRef="${kind}"><text>x</text></inputExpression></input>
      <output id="p" name="o" typeRef="boolean" />${rule("r1", cell, true)}${rule("r2", "-", false)}
    </decisionTable></decision></definitions>`;
}

test.each(each(feelCells))("FEEL, a %s: %s", async (kind, cell) => {
  const takes = (x: KnownValue | undefined): boolean => {
    const { value } = unaryTest(cell, { ...others, x: x ?? null, "?": x ?? null }) as { readonly value: unknown };
    return value === true;
  };
  const imported = importedOrThrow(await importDmn(dmn(kind, cell), "cell"));
  expect(taken(imported, kind)).toEqual(values[kind].filter(takes));
  expect(leftOutRules(imported)).toEqual([]);
});

test.each([
  ["number", "? > 5 and ? < 9"],
  ["number", "? in (1,2,[5..7])"],
  ["number", "modulo(?, 2) = 0"],
  ["string", 'starts with(?, "A")'],
  ["string", "string length(?) > 1"],
  ["boolean", "?"],
] as const)("FEEL, a condition of a %s that is there: %s", async (kind, cell) => {
  const present = values[kind].filter((x) => x !== undefined);
  const original = present.filter((x) => (unaryTest(cell, { ...others, x, "?": x }) as { readonly value: unknown }).value === true);
  const imported = importedOrThrow(await importDmn(dmn(kind, cell), "cell"));
  expect(taken(imported, kind)).toEqual(original);
  expect(imported.entries).toContainEqual(expect.objectContaining({ level: "approximated", kind: "missing values" }));
});
