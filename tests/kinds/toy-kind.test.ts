/** Adds the toy kind Discount to a copy of the packages, file by file as CONTRIBUTING.md lists them. */
import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { ToyTree } from "./toy-tree.ts";

const tree = new ToyTree();
afterAll(() => tree.remove());

const toy = (file: string): string => readFileSync(new URL(`discount/${file}.txt`, import.meta.url), "utf8");

/** The files of the kind itself. */
const added: Readonly<Record<string, string>> = {
  "packages/flow/src/kinds/<kind>/kind.ts": toy("flow/kind.ts"),
  "packages/engine/src/kinds/<kind>/compile.ts": toy("engine/compile.ts"),
  "packages/engine/src/kinds/<kind>/reference.ts": toy("engine/reference.ts"),
  "packages/engine/src/kinds/<kind>/sql.ts": toy("engine/sql.ts"),
  "packages/editor/src/kinds/<kind>/kind.ts": toy("editor/kind.ts"),
  "packages/editor/src/kinds/<kind>/panel.tsx": toy("editor/panel.tsx"),
};

interface Entry {
  /** Inserted before the file's first line. */
  readonly head: string;
  /** Inserted after the entry of Start. */
  readonly after: string;
  readonly entry: string;
}

/** The entries in registries. */
const changed: Readonly<Record<string, Entry>> = {
  "packages/flow/src/kinds/registry.ts": {
    head: 'import { discount } from "./discount/kind.ts";\nexport type { DiscountNode } from "./discount/kind.ts";',
    after: "Start: start,",
    entry: "Discount: discount,",
  },
  "packages/engine/src/kinds/registry.ts": {
    head: 'import { discount } from "./discount/compile.ts";',
    after: "Start: start,",
    entry: "Discount: discount,",
  },
  "packages/engine/src/reference/registry.ts": {
    head: 'import { discount } from "../kinds/discount/reference.ts";',
    after: "Start: start,",
    entry: "Discount: discount,",
  },
  "packages/engine/src/sql/registry.ts": {
    head: 'import { discount } from "../kinds/discount/sql.ts";',
    after: "Start: start,",
    entry: "Discount: discount,",
  },
  "packages/editor/src/kinds/registry.ts": {
    head: 'import { discount } from "./discount/kind.ts";',
    after: "Start: start,",
    entry: "Discount: discount,",
  },
  "packages/editor/src/kinds/panels.ts": {
    head: 'import { DiscountPanel } from "./discount/panel.tsx";',
    after: "Start: StartPanel,",
    entry: "Discount: DiscountPanel,",
  },
  "packages/flow/src/testing/any-definition.ts": {
    head: "",
    after: "Start: fc.constant({}),",
    entry:
      "Discount: fc.record({ priceDatasource: fc.constantFrom(...fieldSources), priceField: reference, factor: text, resultField: reference }),",
  },
  "tests/engine/generate-nodes.ts": {
    head: "",
    after: "Start: { weight: 0, make: (node) => node },",
    entry: `Discount: {
      weight: 3,
      make: (node, random, around) => {
        const price = random.pick(numbersIn(around.readable));
        const factor = random.pick(["0.9", "3", "-0.1", "1.000000001"]);
        return { ...node, priceDatasource: price.source, priceField: price.key, factor, resultField: random.pick(numbersIn(around.writable)).key };
      },
    },`,
  },
};

function add(file: string): void {
  const text = added[file];
  const entry = changed[file];
  if (text !== undefined) tree.write(file.replace("<kind>", "discount"), text);
  if (entry === undefined) return;
  tree.replace(file, entry.after, `${entry.after}\n${entry.entry}`);
  if (entry.head !== "") tree.replace(file, "import ", `${entry.head}\nimport `);
}

const isOfFlow = (file: string): boolean => file.startsWith("packages/flow/src/kinds/");
const all = [...Object.keys(added), ...Object.keys(changed)];

it("CONTRIBUTING.md lists exactly the files of a kind", () => {
  const text = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
  const section = text.slice(text.indexOf("## Adding a node kind"), text.indexOf("## Adding a route"));
  expect(Array.from(section.matchAll(/^\| `([^`]+)`/gm), (match) => match[1] ?? "").sort()).toEqual(all.toSorted());
});

it("a kind that is only in flow is a compile error in every registry", { timeout: 120_000 }, async () => {
  for (const file of all.filter(isOfFlow)) add(file);
  expect(await tree.filesWithErrors()).toEqual(
    Object.keys(changed)
      .filter((file) => !isOfFlow(file))
      .sort(),
  );
});

it("a kind that does not declare what it writes is a compile error", { timeout: 120_000 }, async () => {
  for (const file of all.filter((one) => !isOfFlow(one))) add(file);
  const compiler = "packages/engine/src/kinds/discount/compile.ts";
  const writes = "writes: ({ target }) => [{ target, literals: undefined }],";
  tree.replace(compiler, writes, "");
  expect(await tree.filesWithErrors()).toEqual([compiler]);
  tree.replace(compiler, "  reads:", `  ${writes}\n  reads:`);
});

it(
  "with all files it compiles, validates, rounds its Floats, and decides the same in all interpretations",
  { timeout: 120_000 },
  async () => {
    tree.write("tests/engine/toy.ts", toy("decide.ts"));
    expect(await tree.filesWithErrors()).toEqual([]);
    expect(JSON.parse(await tree.run("tests/engine/toy.ts"))).toEqual({
      findings: [],
      total: 0.57,
      changed: 0.7,
      sentence: "total is a price times 0.7.",
    });
    expect(await tree.run("tests/engine/parity.ts", "--flows", "12")).toContain("12 passed, 0 failed");
  },
);
