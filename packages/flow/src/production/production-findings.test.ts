import { expect, test } from "vitest";
import type { Definition, FlowNode } from "../definition.ts";
import { draw, node, table } from "../testing/draw.ts";
import type { ProductionFacts, UnlistedValue } from "./facts.ts";
import { listedTexts } from "./listed-texts.ts";
import { productionFindings } from "./production-findings.ts";

const application = { employment: "String", city: "String", age: "Integer" } as const;
const runtime = { points: "Integer", grade: "String" } as const;

function one(middle: FlowNode): Definition {
  return draw({ application, runtime, nodes: [middle], links: [`start -> ${middle.id}`, `${middle.id} -> end`] });
}

const score = (...values: readonly string[]) =>
  one(
    node("ListScore", "score", {
      scoredField: "employment",
      resultField: "points",
      values: values.map((value, row) => ({ id: `v${row}`, value, score: "1", reasonCode: "" })),
    }),
  );
const limits = (rows: readonly string[], inputs: readonly string[] = ["application.employment", "application.age"]) =>
  one(table("limits", { inputs, outputs: ["points"], rows }));

const inScore = { nodeId: "score", part: "values", columnId: null, source: "Application", fieldKey: "employment" } as const;
const inTable = { nodeId: "limits", part: "inputColumns", columnId: "i0", source: "Application", fieldKey: "employment" } as const;
const selfEmployed = { value: "self employed", count: 214, share: 0.03 };

function facts(unlisted: readonly UnlistedValue[], unused: ProductionFacts["unused"] = []): ProductionFacts {
  return {
    recent: { days: 7, executions: 7_000, isSample: false },
    unlisted,
    long: { days: 90, executions: 12_345, isSample: false },
    unused,
  };
}

const messages = (definition: Definition, known: ProductionFacts) =>
  productionFindings(definition, known).map(({ code, message }) => `${code} ${message}`);

test("a value that came in and is in no row is a finding, until a row takes it", () => {
  const known = facts([{ ...inTable, ...selfEmployed }]);
  const [finding] = productionFindings(limits(["permanent | - | 10", "student | < 30 | 2"]), known);
  expect(finding).toEqual({
    code: "VALUE_NOT_LISTED",
    level: "info",
    nodeId: "limits",
    property: "tableRows",
    column: 0,
    value: "self employed",
    message: "'self employed' came in 214 times in the last 7 days as employment and is in no row.",
  });
  expect(messages(limits(["permanent | - | 10", '"self employed", temporary | - | 5']), known)).toEqual([]);
  expect(messages(limits(["permanent | - | 10", "not student | > 18 | 5"]), known)).toEqual([]);
});

test("a row that takes everything lists nothing, as the default row", () => {
  const known = facts([{ ...inTable, ...selfEmployed }]);
  expect(messages(limits(["permanent | - | 10", "- | - | 0"]), known)).toHaveLength(1);
  expect(messages(limits(["permanent | - | 10", "- | < 18 | 0"]), known)).toEqual([]);
});

test("a value that came in and is not in a List Score is a finding, until it is added", () => {
  const known = facts([{ ...inScore, ...selfEmployed }]);
  expect(messages(score("permanent"), known)).toEqual([
    "VALUE_NOT_LISTED 'self employed' came in 214 times in the last 7 days as employment and is not in the list.",
  ]);
  expect(messages(score("permanent", "self employed"), known)).toEqual([]);
});

test("facts about a node, column or field that the definition does not have any more are left out", () => {
  const known = facts([
    { ...inTable, ...selfEmployed },
    { ...inScore, ...selfEmployed },
  ]);
  expect(messages(limits(["Rome | 10"], ["application.city"]), known)).toEqual([]);
  expect(messages(one(node("SetState", "other")), known)).toEqual([]);
});

test("a count within a sample says so", () => {
  const known = { ...facts([{ ...inScore, ...selfEmployed, count: 1 }]), recent: { days: 7, executions: 200_000, isSample: true } };
  expect(messages(score("permanent"), known)).toEqual([
    "VALUE_NOT_LISTED 'self employed' came in once in the newest 200,000 executions as employment and is not in the list.",
  ]);
});

test("a row without a match is a finding with the number of executions, unless the row was changed since", () => {
  const reads = ["application.employment", "application.age"];
  const known = facts([], [{ nodeId: "limits", rowId: "r1", reads, cells: ["student", "< 30"] }]);
  const [finding] = productionFindings(limits(["permanent | - | 10", "student | < 30 | 2"]), known);
  expect(finding).toEqual({
    code: "ROW_NOT_MATCHED",
    level: "info",
    nodeId: "limits",
    property: "tableRows",
    item: 1,
    message: "Row 2 has not matched for 90 days, in 12,345 executions.",
  });
  expect(messages(limits(["permanent | - | 10", "student | < 40 | 2"]), known)).toEqual([]);
  expect(messages(limits(["permanent | - | 10", "student | < 30 | 2"], ["application.city", "application.age"]), known)).toEqual([]);
  expect(messages(limits(["permanent | - | 10"]), known)).toEqual([]);
  expect(messages(limits(["permanent | - | 10", "student | < 30 | 2"]), { ...known, long: null })).toEqual([]);
});

test("a value of a List Score without a match is a finding", () => {
  const known = {
    ...facts([], [{ nodeId: "score", rowId: "v1", reads: ["Application employment"], cells: ["student"] }]),
    long: { days: 90, executions: 200_000, isSample: true },
  };
  expect(messages(score("permanent", "student"), known)).toEqual([
    "ROW_NOT_MATCHED 'student' matched none of the newest 200,000 executions.",
  ]);
  expect(messages(score("permanent", "retired"), known)).toEqual([]);
});

test("a value that no link of a fork compares with is a finding, where the links only compare one field with texts", () => {
  const after = { nodeId: "fork", part: "links", columnId: null, source: "Application", fieldKey: "city" } as const;
  const known = facts([{ ...after, value: "Paris", count: 90, share: 0.1 }]);
  const fork = (...conditions: readonly string[]) => {
    const ends = conditions.map((_, index) => node("End", `e${index}`));
    const links = conditions.map((condition, index) => `fork -> e${index}${condition}`);
    return draw({
      application,
      runtime,
      nodes: [node("SetState", "fork"), ...ends],
      links: ["start -> fork", ...links, "fork -> end: otherwise"],
    });
  };
  expect(messages(fork(": city in Rome,Oslo", ": city == Bern"), known)).toEqual([
    "VALUE_NOT_LISTED 'Paris' came in 90 times in the last 7 days as city and is in no condition of the links after this node.",
  ]);
  expect(messages(fork(": city in Rome,Oslo", ": city in Bern,Paris"), known)).toEqual([]);
  expect(messages(fork(": city in Rome,Oslo"), known)).toEqual([]);
  expect(messages(fork(": city in Rome,Oslo", ": city != Bern"), known)).toEqual([]);
  expect(messages(fork(": city in Rome,Oslo", ": employment == student"), known)).toEqual([]);
  expect(messages(fork(": city in Rome,Oslo", ": city == Bern && age > 18"), known)).toEqual([]);
});

test("only fields of texts are looked at: no formulas, numbers or columns without a text", () => {
  const columns = (inputs: readonly string[], rows: readonly string[]) =>
    listedTexts(limits(rows, inputs)).map(({ columnId, source, fieldKey }) => [columnId, source, fieldKey]);
  expect(columns(["upper(application.city)", "runtime.grade"], ["A | B | 1"])).toEqual([["i1", "Runtime", "grade"]]);
  expect(columns(["application.age", "application.city"], ["18 | - | 1"])).toEqual([]);
  expect(columns(["application.city", "application.age"], ["Rome | 18 | 1", ' "Oslo | 18 | 2'])).toEqual([]);
});
