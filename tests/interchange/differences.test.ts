/** Expressions that decide differently for some values, in every position: the report says so. Those that do not are converted. */
import { importDmn, importJdm, type Imported } from "@airlock/interchange";
import { ZenEngine } from "@gorules/zen-engine";
import { evaluate, unaryTest } from "feelin";
import { afterAll, expect, test } from "vitest";
import { importedOrThrow, runner, type Values } from "./run-imported.ts";

const zen = new ZenEngine();
afterAll(() => zen.dispose());

const lines = (text: string): readonly string[] => text.trim().split("\n");
const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const kinds = { a: "number", b: "number", f: "boolean", s: "string" };

/** Entries after which results can differ, by what is in the file. */
const reported = ({ entries }: Imported): readonly string[] =>
  entries.flatMap(({ level, kind, source, changesResults }) =>
    level === "approximated" && kind !== "missing values" && changesResults === true ? [source] : [],
  );
const resultOf = (imported: Imported, input: Values): unknown => {
  const { values, error } = runner(imported)(input);
  return error ?? values["o"] ?? null;
};

function dmn(logic: string): string {
  const data = Object.entries(kinds).map(
    ([name, type]) => `<inputData id="i${name}" name="${name}"><variable id="v${name}" name="${name}" typeRef="${type}" /></inputData>`,
  );
  return `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="D" namespace="n">${data.join("")}
    <decision id="x" name="o"><variable id="v" name="o" />${logic}</decision></definitions>`;
}
const literal = (expression: string): string => dmn(`<literalExpression id="l"><text>${xml(expression)}</text></literalExpression>`);
const feel = (expression: string, input: Values): unknown =>
  (evaluate(expression, { a: null, b: null, f: null, s: null, ...input }) as { readonly value: unknown }).value ?? null;

test.each(
  lines(`
if not(a > 5) then 1 else 2
if (a > 5) = false then 1 else 2
if (a > 5) != false then 1 else 2
if not(a in [1..5]) then 1 else 2
if not(f) then 1 else 2
if not(contains(s, "x")) then 1 else 2
not(a > 5)
a > 5
a > 5 and b > 5
if b = null then a between 1 and 5 else true
f and b = null`),
)("FEEL, reported: %s", async (expression) => {
  const imported = importedOrThrow(await importDmn(literal(expression), "differences"));
  expect(resultOf(imported, {})).not.toEqual(feel(expression, {}));
  expect(reported(imported)).toEqual([expression]);
});

test.each(
  lines(`
if a > 5 then 1 else 2
if a > 5 and not(b = 3) then 1 else 2
if f or contains(s, "x") then 1 else 2
if not(s in ("A", "B")) then 1 else 2
a = 5
not(a = b)
a + 1
if f = null then "x" else "y"`),
)("FEEL, converted: %s", async (expression) => {
  const imported = importedOrThrow(await importDmn(literal(expression), "differences"));
  expect(resultOf(imported, {})).toEqual(feel(expression, {}));
  expect(reported(imported)).toEqual([]);
});

function dmnTable(column: string, cell: string, output: string): string {
  const rule = (id: string, test: string, result: string): string =>
    `<rule id="${id}"><inputEntry id="${id}i"><text>${xml(test)}</text></inputEntry><outputEntry id="${id}o"><text>${xml(result)}</text></outputEntry></rule>`;
  return dmn(`<decisionTable id="t" hitPolicy="FIRST">
    <input id="c"><inputExpression id="e"><text>${xml(column)}</text></inputExpression></input>
    <output id="p" name="o" typeRef="number" />${rule("r1", cell, output)}${rule("r2", "-", "2")}</decisionTable>`);
}

const zero = { a: 1, b: 0 };

test.each<readonly [string, string, string, string, Values]>([
  ["a column that divides", "a / b", "> 0.4", "1", zero],
  ["a cell that divides", "a", "< a / b", "1", zero],
  ["an output that divides", "a", "1", "a / b", zero],
  ["a column that compares", "a > 5", "false", "1", {}],
  ["an output that negates a comparison", "b", "null", "if not(a > 5) then 1 else 3", {}],
])("FEEL, in a table: %s", async (_, column, cell, output, input) => {
  const imported = importedOrThrow(await importDmn(dmnTable(column, cell, output), "table"));
  const context = { a: null, b: null, ...input };
  const takes = unaryTest(cell, { ...context, "?": feel(column, input) }) as { readonly value: unknown };
  expect(resultOf(imported, input)).not.toEqual(takes.value === true ? feel(output, input) : 2);
  expect(reported(imported)).toHaveLength(1);
});

test("FEEL, a table without differences is converted", async () => {
  expect(reported(importedOrThrow(await importDmn(dmnTable("a", "> 5", "if a > 7 then 1 else 3"), "table")))).toEqual([]);
});

const node = (id: string, type: string, content: object): object => ({ id, name: id, type, position: { x: 0, y: 0 }, content });

function jdm(nodes: readonly object[], edges: readonly (readonly [string, string, string?])[]): string {
  const schema = JSON.stringify({ properties: Object.fromEntries(Object.entries(kinds).map(([name, type]) => [name, { type }])) });
  return JSON.stringify({
    nodes: [node("in", "inputNode", { schema }), ...nodes, node("out", "outputNode", {})],
    edges: edges.map(([sourceId, targetId, sourceHandle], index) => ({ id: `${index}`, sourceId, targetId, sourceHandle })),
  });
}

function zenTable(column: string, cell: string, output: string): string {
  const rules = [
    { _id: "1", c: cell, o: output },
    { _id: "2", c: "", o: "2" },
  ];
  const content = {
    hitPolicy: "first",
    inputs: [{ id: "c", name: "c", field: column }],
    outputs: [{ id: "o", name: "o", field: "o" }],
    rules,
  };
  return jdm(
    [node("T", "decisionTableNode", content)],
    [
      ["in", "T"],
      ["T", "out"],
    ],
  );
}

function zenSwitch(condition: string): string {
  const statements = [
    { id: "1", condition },
    { id: "2", condition: "", isDefault: true },
  ];
  const result = (id: string, value: string): object => node(id, "expressionNode", { expressions: [{ id, key: "o", value }] });
  return jdm(
    [node("S", "switchNode", { statements }), result("A", "1"), result("B", "2")],
    [
      ["in", "S"],
      ["S", "A", "1"],
      ["S", "B", "2"],
      ["A", "out"],
      ["B", "out"],
    ],
  );
}

const zenResult = async (text: string, input: Values): Promise<unknown> => {
  const { result } = (await zen.createDecision(JSON.parse(text)).evaluate(input)) as { readonly result: { readonly o?: unknown } };
  return result.o ?? null;
};

test.each([
  ["a column that divides", zenTable("a / b", "> 0.4", "1")],
  ["a cell that divides", zenTable("a", "< a / b", "1")],
  ["an output that divides", zenTable("a", "1", "a / b")],
  ["a switch that divides", zenSwitch("a / b > 0.4")],
])("ZEN: %s", async (_, text) => {
  const imported = importedOrThrow(importJdm(text, "zero"));
  expect(resultOf(imported, zero)).not.toEqual(await zenResult(text, zero));
  expect(reported(imported)).toHaveLength(1);
});

const missing = ({ entries }: Imported): readonly string[] =>
  entries.flatMap(({ kind, where }) => (kind === "missing values" ? [where] : []));

test.each([
  ["a column", zenTable("a > 5", "false", "1")],
  ["an output", zenTable("b", "null", "a > 5 ? 1 : 3")],
  ["a switch", zenSwitch("not (a > 5)")],
])("ZEN, missing values: %s", async (_, text) => {
  const imported = importedOrThrow(importJdm(text, "missing"));
  expect(resultOf(imported, {})).not.toEqual(await zenResult(text, {}));
  expect(missing(imported)).toContain("Tables and switches");
});

test.each([
  ["a table", zenTable("a", "> 5", "1")],
  ["a switch", zenSwitch("a > 5 and s == 'A'")],
])("ZEN, missing values change nothing: %s", async (_, text) => {
  const imported = importedOrThrow(importJdm(text, "missing"));
  expect(resultOf(imported, {})).toEqual(await zenResult(text, {}));
  expect(missing(imported)).not.toContain("Tables and switches");
});

test("ZEN, an output that reads a field that another output of its row overwrites", async () => {
  const content = {
    hitPolicy: "first",
    passThrough: true,
    inputs: [{ id: "c", name: "c", field: "a" }],
    outputs: ["p", "o"].map((id) => ({ id, name: id, field: id })),
    rules: [{ _id: "1", c: "", p: "p + 1", o: "p * 2" }],
  };
  const before = node("E", "expressionNode", { passThrough: true, expressions: [{ id: "1", key: "p", value: "a" }] });
  const text = jdm(
    [before, node("T", "decisionTableNode", content)],
    [
      ["in", "E"],
      ["E", "T"],
      ["T", "out"],
    ],
  );
  const imported = importedOrThrow(importJdm(text, "row"));
  expect(await zenResult(text, { a: 1 })).toBe(2);
  expect(resultOf(imported, { a: 1 })).toBe(4);
  expect(reported(imported)).toHaveLength(1);
});
