import { parseDefinition, type Definition, type TestCase } from "@airlock/flow";
import { expect, test } from "vitest";
import { casesText, compareCases } from "./compare-cases.ts";

interface Example {
  readonly definition: object;
  readonly cases: readonly Omit<TestCase, "id">[];
}

const examples = import.meta.glob<Example>("../../../../examples/consumer-credit-scorecard.json", { import: "default", eager: true });
const example = Object.values(examples)[0] ?? { definition: {}, cases: [] };
const cases = example.cases.map((one, index) => ({ ...one, id: `case${index + 1}` }));

function read(text: string): Definition {
  const parsed = parseDefinition(JSON.parse(text));
  if (!parsed.ok) throw new Error("The definition cannot be read.");
  return parsed.definition;
}

const text = JSON.stringify(example.definition);
const left = read(text);
const noLists = () => Promise.resolve(undefined);

test("cases are compared by the outcome of both flows", async () => {
  const same = await compareCases(left, left, cases, noLists);
  expect(same.ok && casesText(same.cases)).toBe(`Same outcome for all ${cases.length} test cases.`);

  const changed = await compareCases(left, read(text.replaceAll('"Approve"', '"Accept"')), cases, noLists);
  const moved = changed.ok ? changed.cases.filter((one) => one.left !== one.right) : [];
  expect(moved.length).toBeGreaterThan(0);
  expect(moved[0]).toMatchObject({ left: "Approve", right: "Accept" });
  expect(changed.ok && casesText(changed.cases)).toMatch(
    new RegExp(`^${moved.length} of ${cases.length} test cases ha(s|ve) another outcome\\.$`),
  );
});

test("a case that a flow refuses says why", async () => {
  const [first] = cases;
  const refused = await compareCases(
    left,
    left,
    [{ ...first, id: "odd", name: "Odd", input: { age: "old" }, expect: { runtimeData: {} } }],
    noLists,
  );
  expect(refused.ok && refused.cases[0]?.left).toMatch(/^Not decided: /);
});

test("a flow that cannot run is reported instead", async () => {
  const broken = { ...left, solutionDefinition: { ...left.solutionDefinition, links: [] } };
  expect(await compareCases(left, broken, cases, noLists)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^The new flow cannot run\. /),
  });
});
