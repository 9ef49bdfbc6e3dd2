/** JDM files, converted and run, give the answers of ZEN itself. */
import { readFileSync } from "node:fs";
import { ZenEngine } from "@gorules/zen-engine";
import { importJdm, type ReportEntry } from "@airlock/interchange";
import { afterAll, expect, test } from "vitest";
import { flat, nested } from "./nested.ts";
import { grid, importedOrThrow, runner, type Values } from "./run-imported.ts";

const zen = new ZenEngine();
afterAll(() => zen.dispose());

const textOf = (name: string): string => readFileSync(new URL(`jdm/${name}.json`, import.meta.url), "utf8");

async function expectSameAnswers(name: string, inputs: readonly Values[]): Promise<void> {
  const text = textOf(name);
  const decision = zen.createDecision(JSON.parse(text));
  const run = runner(importedOrThrow(importJdm(text, name)));
  let answered = 0;
  for (const input of inputs) {
    const { result } = (await decision.evaluate(nested(input))) as { readonly result: unknown };
    const { values, error } = run(input);
    expect({ input, values, error }).toEqual({ input, values: flat(result), error: undefined });
    if (Object.keys(values).length > 0) answered += 1;
  }
  // A comparison of nothing with nothing would prove nothing.
  expect(answered).toBeGreaterThan(inputs.length / 2);
}

const entries = (name: string): readonly ReportEntry[] => importedOrThrow(importJdm(textOf(name), name)).entries;
const described = (name: string, level: ReportEntry["level"]): readonly string[] =>
  entries(name)
    .filter((entry) => entry.level === level)
    .map(({ where, source, text }) => `${where}: ${source}: ${text}`);

test("a table, expressions and input that is passed on", async () => {
  await expectSameAnswers(
    "parcel-rate",
    grid({
      country: ["NL", "BE", "DE", "FR", "US", "UK", undefined],
      weight: [0, 2, 2.01, 4.99, 5, 10, 15.5, 19.99, 20, 20.01, 300],
      express: [true, false, undefined],
    }),
  );
  expect(described("parcel-rate", "leftOut")).toEqual([]);
});

test("a switch of three ways, tables behind it and values of earlier nodes", async () => {
  await expectSameAnswers(
    "card-limit",
    grid({
      age: [16, 18, 21, 22, 26, 27, 70],
      status: ["student", "owner", "retired", "employee"],
      income: [0, 499.5, 1501, 3999.99, 4000, 8000, 8000.01, 12_345.67],
      partnerIncome: [undefined, 0, 4100],
      monthlyDebt: [0, 0.25, 1, 100, 333.33],
    }),
  );
  expect(described("card-limit", "leftOut")).toEqual([]);
});

test("collected texts, nested data, a switch of several ways and a function", async () => {
  const inputs = grid({
    "claim.amount": [-1, 0, 0.5, 500, 500.01, 1000, 1001, 5000, 9999.99, 10_000, 20_000, 25_000],
    "claim.kind": ["glass", "theft", "fire", "storm"],
    "policy.years": [0, 0.5, 1, 3, 5, 6],
  });
  await expectSameAnswers("claim-checks", inputs);
  expect(described("claim-checks", "leftOut")).toMatchObject([
    expect.stringContaining('Function "Audit"'),
    expect.stringContaining("ZEN never matches this cell"),
    expect.stringContaining('Table "Payout", rule 4'),
  ]);
});

test("collected texts are the reason codes, in the same order", async () => {
  const file = JSON.parse(textOf("claim-checks")) as { readonly nodes: { readonly id: string }[]; readonly edges: object[] };
  const alone = JSON.stringify({
    nodes: file.nodes.filter(({ id }) => ["request", "flags", "response"].includes(id)),
    edges: [
      { id: "1", type: "edge", sourceId: "request", targetId: "flags" },
      { id: "2", type: "edge", sourceId: "flags", targetId: "response" },
    ],
  });
  const run = runner(importedOrThrow(importJdm(alone, "flags")));
  const decision = zen.createDecision(JSON.parse(alone));
  for (const input of grid({ "claim.amount": [-5, 100, 6000, 30_000], "claim.kind": ["glass", "theft"], "policy.years": [0.5, 2] })) {
    const { result } = (await decision.evaluate(nested(input))) as { readonly result: readonly { readonly flag: string }[] };
    expect(run(input).reasonCodes).toEqual(result.map(({ flag }) => flag));
  }
});
