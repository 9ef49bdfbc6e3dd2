/** Nodes that set the same field: each reader gets what it gets in ZEN, or the report says that it can differ. */
import { importJdm, type Imported, type ReportEntry } from "@airlock/interchange";
import { ZenEngine } from "@gorules/zen-engine";
import { afterAll, expect, test } from "vitest";
import { Random } from "../engine/random.ts";
import { flat } from "./nested.ts";
import { importedOrThrow, runner } from "./run-imported.ts";

const zen = new ZenEngine();
afterAll(() => zen.dispose());

type Texts = Readonly<Record<string, string>>;

const node = (id: string, type: string, content: object): object => ({ id, name: id, type, position: { x: 0, y: 0 }, content });
const listed = (texts: Texts): readonly object[] => Object.entries(texts).map(([key, value], index) => ({ id: `${index}`, key, value }));
const expression = (id: string, results: Texts, content: object = {}): object =>
  node(id, "expressionNode", { expressions: listed(results), ...content });
/** The edge `name:0` leaves from its first statement. */
const switched = (id: string, conditions: readonly string[], content: object = {}): object =>
  node(id, "switchNode", { statements: conditions.map((condition, index) => ({ id: `${index}`, condition })), ...content });
const collect = { hitPolicy: "collect" };
/** Goes over the edge `name:0` where the condition holds, else over `name:1`. */
const either = (id: string, condition: string): object => switched(id, [condition, ""]);
/** Sets x to 7 where n is 1. */
const table = (id: string, content: object = {}): object =>
  node(id, "decisionTableNode", {
    hitPolicy: "first",
    inputs: [{ id: "a", name: "n", field: "n" }],
    outputs: [{ id: "o", name: "x", field: "x" }],
    rules: [{ _id: "1", a: "1", o: "7" }],
    ...content,
  });
const passes = { passThrough: true };

/** `in A:0 B` is an edge from in to A, and one from the first branch of A to B. */
function jdm(nodes: readonly object[], paths: readonly string[], content: object = {}): string {
  const pairs = paths.flatMap((path) =>
    path.split(" ").flatMap((source, index, all) => (index === 0 ? [] : [[all[index - 1] ?? "", source]])),
  );
  const edges = pairs.map(([source = "", target = ""], index) => {
    const [sourceId, sourceHandle] = source.split(":");
    return { id: `${index}`, sourceId, targetId: target.split(":")[0], sourceHandle };
  });
  return JSON.stringify({ nodes: [node("in", "inputNode", content), ...nodes, node("out", "outputNode", {})], edges });
}

/** Entries after which results can differ, other than by missing values. */
const differing = ({ entries }: Imported): readonly ReportEntry[] =>
  entries.filter(({ kind, changesResults }) => changesResults === true && kind !== "missing values");
const valuesOfN = [1, 2, 5];
const a = expression("A", { x: "n + 1" });
const b = expression("B", { x: "n + 2" });
const tenfold = (id: string, result: string, source: string): object => expression(id, { [result]: `${source} * 10` });

test.each<readonly [string, readonly object[], readonly string[]]>([
  ["parallel nodes with a reader each", [a, b, tenfold("C", "y", "x"), tenfold("D", "z", "x")], ["in A C out", "in B D out"]],
  ["one that is read by its name", [a, b, tenfold("C", "y", "$nodes.A.x")], ["in A C out", "in B C"]],
  ["an earlier one that is read by its name", [a, expression("B", { x: "x + 2" }), tenfold("C", "y", "$nodes.A.x")], ["in A B C out"]],
  ["the first edge of several", [a, b, tenfold("C", "y", "x")], ["in A C out", "in B C"]],
  ["branches that join", [either("S", "n > 1"), a, b, tenfold("C", "y", "x")], ["in S:0 A C out", "S:1 B C"]],
  ["results of branches", [either("S", "n > 1"), a, b], ["in S:0 A out", "S:1 B out"]],
  [
    "a branch that overwrites",
    [expression("A", { x: "n + 1" }, passes), either("S", "n > 1"), expression("B", { x: "x + 2" }, passes), tenfold("C", "y", "x")],
    ["in A S:0 B C out", "S:1 C"],
  ],
  [
    "readers in branches",
    [either("S", "n > 1"), a, b, tenfold("C", "y", "x"), expression("D", { y: "x - 1" })],
    ["in S:0 A C out", "S:1 B D out"],
  ],
  [
    "a value that a later node replaces",
    [expression("A", { x: "n + 1" }, passes), expression("B", { x: "x + 2" }, passes), tenfold("C", "y", "x")],
    ["in A B C out"],
  ],
  ["a table without a matching rule", [a, table("T"), expression("C", { y: "x ?? 0" })], ["in A", "A T C out", "in T"]],
  [
    "a table that passes on its input",
    [expression("A", { x: "n + 1" }, passes), table("T", passes), tenfold("C", "y", "x")],
    ["in A T C out"],
  ],
  ["a switch that ends at a statement without an edge", [switched("S", ["n > 4", "n > 1", ""]), a, b], ["in S:1 A out", "S:2 B out"]],
  [
    "a switch whose default comes before a condition",
    [switched("S", ["n > 4", "", "n > 1"]), a, b, tenfold("C", "y", "n")],
    ["in S:0 A out", "S:1 B out", "S:2 C out"],
  ],
  ["a switch of which the first statement is the default", [switched("S", ["", "n > 1"]), a, b], ["in S:0 A out", "S:1 B out"]],
  ["a switch without statements", [switched("S", []), a, tenfold("C", "y", "n")], ["in S:0 A out", "in C out"]],
  ["a condition of blanks, which never holds", [switched("S", ["n > 1", "  "]), a, b], ["in S:0 A out", "S:1 B out"]],
  [
    "an empty condition that is collected, which always holds",
    [switched("S", ["n > 1", "", "n > 4"], collect), a, tenfold("C", "y", "n"), expression("D", { z: "n" })],
    ["in S:0 A out", "S:1 C out", "S:2 D out"],
  ],
  ["collected conditions that are all empty", [switched("S", ["", ""], collect), a, tenfold("C", "y", "n")], ["in S:0 A out", "S:1 C out"]],
  [
    "branches that a switch always takes and that join",
    [switched("S", ["n > 1", ""], collect), expression("A", { x: "n + 1" }, passes), b, tenfold("C", "y", "x")],
    ["in A S:1 C out", "S:0 B out"],
  ],
  [
    "a path below another",
    [expression("A", { x: "n + 1" }, { outputPath: "p" }), b, tenfold("C", "y", "p.x + x")],
    ["in A C out", "in B C"],
  ],
])("%s", async (_, nodes, paths) => {
  const text = jdm(nodes, paths);
  const imported = importedOrThrow(importJdm(text, "graph"));
  expect(differing(imported)).toEqual([]);
  const [decision, run] = [zen.createDecision(JSON.parse(text)), runner(imported)];
  for (const n of valuesOfN) {
    const { result } = (await decision.evaluate({ n })) as { readonly result: unknown };
    const { n: repeated, ...expected } = flat(result);
    expect({ n, ...run({ n }) }).toEqual({ n, values: expected, reasonCodes: [], error: undefined });
    expect([undefined, n]).toContain(repeated);
  }
});

test("results have the names that they have in the file, and other fields those of their nodes", () => {
  const text = jdm([a, expression("B", { x: "x + 2" }), tenfold("C", "y", "$nodes.A.x")], ["in A B C out", "B out"]);
  const { definition, results } = importedOrThrow(importJdm(text, "graph"));
  expect(results).toEqual([
    { original: "y", field: "y" },
    { original: "x", field: "x" },
  ]);
  expect(definition.runtimeDatasetFields.map(({ name }) => name).toSorted()).toEqual(["A_x", "x", "y"]);
});

test.each<readonly [string, readonly object[], readonly string[], string]>([
  [
    "a branch that is read by its name where the branches have joined",
    [either("S", "n > 1"), a, b, expression("C", { y: "x * 10", z: "$nodes.A.x ?? 0" })],
    ["in S:0 A C out", "S:1 B C"],
    "The value of a node that does not reach this one in the original can be in this field.",
  ],
  [
    "a value that comes over one branch only",
    [expression("A", { x: "n + 1" }), either("S", "n > 1"), expression("C", { y: "(x ?? 0) * 10" })],
    ["in A S:0 C out", "S:1 out", "in C"],
    "The value of a node that does not reach this one in the original can be in this field.",
  ],
  [
    "a field of the request that one branch sets",
    [either("S", "x > 1"), expression("A", { x: "x + 1" }, passes), tenfold("C", "y", "x")],
    ["in S:0 A C out", "S:1 C"],
    "Where no node before it sets this field, the original takes the value of the request. In Airlock it is missing.",
  ],
])("reported: %s", (_, nodes, paths, text) => {
  const entries = differing(importedOrThrow(importJdm(jdm(nodes, paths), "graph")));
  expect(entries).toContainEqual({
    level: "approximated",
    kind: "field",
    where: 'Expression "C"',
    source: "x",
    text,
    changesResults: true,
  });
});

test("reported: nodes without edges, which ZEN returns where no branch leads to the output", () => {
  const nodes = [switched("S", ["n > 1"]), a, expression("B", { y: "n" })];
  const kinds = (paths: readonly string[]) => differing(importedOrThrow(importJdm(jdm(nodes, paths), "graph"))).map(({ kind }) => kind);
  expect(kinds(["in S:0 A out", "in B"])).toEqual(["output"]);
  expect(kinds(["in S:0 A out", "in B out"])).toEqual([]);
});

const schema = JSON.stringify({ properties: Object.fromEntries(["n", "x", "y"].map((name) => [name, { type: "number" }])) });

interface Made {
  readonly node: object;
  /** Where its edges leave from. */
  readonly ways: readonly string[];
}

/** Up to three statements, some of them with an empty condition. */
function randomSwitch(id: string, sources: readonly string[], random: Random): Made {
  const conditions = Array.from({ length: random.between(1, 3) }, (_, index) =>
    random.chance(index === 0 ? 0.1 : 0.4) ? random.pick(["", "", " "]) : `${random.pick(sources)} > ${random.below(7)}`,
  );
  return { node: switched(id, conditions, random.chance(0.3) ? collect : {}), ways: conditions.map((_, index) => `${id}:${index}`) };
}

/** Up to seven nodes that set and read x and y, with edges at random. */
function randomGraph(random: Random): string {
  const nodes: object[] = [];
  const paths: string[] = [];
  const before = new Map<string, readonly string[]>([["in", []]]);
  const exits = new Map<string, readonly string[]>([["in", ["in"]]]);
  for (let index = 0, count = random.between(2, 7); index < count; index += 1) {
    const id = `N${index}`;
    const parents = random.shuffle([...exits.keys()].slice(-4)).slice(0, random.between(1, 2));
    paths.push(...parents.map((parent) => `${random.pick(exits.get(parent) ?? [])} ${id}`));
    const ancestors = [...new Set(parents.flatMap((parent) => [...(before.get(parent) ?? []), parent]))];
    const named = ancestors.filter((ancestor) => exits.get(ancestor)?.[0] === ancestor && ancestor !== "in");
    const sources = ["$nodes.in.n", "(x ?? 100)", "(y ?? 200)", ...named.map((name) => `($nodes.${name}.x ?? 300)`)];
    const result = random.pick(["x", "x", "y"]);
    const content = random.chance(0.5) ? passes : {};
    const value = `${random.pick(sources)} + ${index}`;
    const rules = [{ _id: "1", a: `> ${random.below(7)}`, o: value }, ...(random.chance(0.5) ? [{ _id: "2", a: "", o: `${index}` }] : [])];
    const made = random.pick<Made>([
      { node: expression(id, { [result]: value, ...(random.chance(0.3) ? { y: "$nodes.in.n * 3" } : {}) }, content), ways: [id] },
      randomSwitch(id, sources, random),
      {
        node: table(id, {
          ...content,
          inputs: [{ id: "a", name: "a", field: random.pick(sources) }],
          outputs: [{ id: "o", name: "o", field: result }],
          rules,
        }),
        ways: [id],
      },
    ]);
    nodes.push(made.node);
    before.set(id, ancestors);
    exits.set(id, made.ways);
  }
  const isLinked = (exit: string): boolean => paths.some((path) => path.startsWith(`${exit} `));
  // Some ways out of a switch have no edge, but not all of them: the report names nodes without edges.
  const open = [...exits.values()].flatMap((ways) =>
    ways.filter((exit, index) => !isLinked(exit) && (ways.length === 1 || (index === 0 && !ways.some(isLinked)) || random.chance(0.7))),
  );
  return jdm(nodes, random.shuffle([...paths, ...open.map((exit) => `${exit} out`)]), { schema });
}

test("random graphs return what ZEN returns, or the report says that they can differ", async () => {
  const random = new Random(7);
  let compared = 0;
  for (let index = 0; index < 400; index += 1) {
    const text = randomGraph(random);
    const imported = importedOrThrow(importJdm(text, "graph"));
    if (differing(imported).length > 0 || !imported.canRun) continue;
    const [decision, run] = [zen.createDecision(JSON.parse(text)), runner(imported)];
    for (const n of [0, 1, 2, 3, 5, 8]) {
      const { result } = (await decision.evaluate({ n })) as { readonly result: unknown };
      const { n: _, ...expected } = flat(result);
      expect({ text, n, ...run({ n }) }).toEqual({ text, n, values: expected, reasonCodes: [], error: undefined });
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(600);
});
