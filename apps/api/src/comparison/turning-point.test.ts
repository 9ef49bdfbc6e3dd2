import { readFile } from "node:fs/promises";
import {
  compile,
  currentBehaviour,
  encodeRecord,
  evaluate,
  explain,
  readInput,
  type Execution,
  type ExplainedNode,
  type Plan,
} from "@airlock/engine";
import { firstDifference } from "@airlock/engine/compare";
import { parseDefinition, withThresholds, type Definition } from "@airlock/flow";
import { beforeAll, expect, test } from "vitest";
import { limitTable } from "../testing/limit-table.ts";
import { turningPoint } from "./turning-point.ts";

let scorecard: Definition;
beforeAll(async () => {
  const text = await readFile(new URL("../../../../examples/consumer-credit-scorecard.json", import.meta.url), "utf8");
  const parsed = parseDefinition((JSON.parse(text) as { readonly definition: unknown }).definition);
  if (!parsed.ok) throw new Error("The example cannot be read.");
  scorecard = parsed.definition;
});

/** Referred: 190 + 40 + 45 points, and those of employment and purpose, are 35 short of 480. */
const person = {
  age: 34,
  residency: "NL",
  bureau_score: 650,
  missed_payments: 3,
  net_income: 2500,
  monthly_debts: 1000,
  employment: "permanent",
  loan_purpose: "car",
};

function flowOf(definition: Definition) {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
  return { definition, behaviour: currentBehaviour, plan: compiled.plan };
}

function decide(plan: Plan, input: object): Execution {
  const read = readInput(plan, input);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return evaluate(plan, read.input);
}

async function turned(changed: Definition, original = scorecard, input: object = person, field = "result") {
  const flows = { left: flowOf(original), right: flowOf(changed) };
  const [left, right] = [decide(flows.left.plan, input), decide(flows.right.plan, input)];
  const [before, after] = [explain(flows.left.plan, encodeRecord(left)), explain(flows.right.plan, encodeRecord(right))];
  const nodeId = firstDifference(before, after)?.nodeId ?? "";
  const pointsIn = (steps: readonly ExplainedNode[]) => steps.find((step) => step.nodeId === nodeId)?.score?.points;
  const first = { nodeId, old: pointsIn(before), new: pointsIn(after) };
  const run = async (plan: Plan) => decide(plan, input);
  return turningPoint({ flows, field, left, right, first, run });
}

function changed(...changes: readonly (readonly [id: string, path: string, value: string])[]): Definition {
  const made = withThresholds(
    scorecard,
    changes.map(([id, path, value]) => ({ id, path, value })),
  );
  if (made === undefined) throw new Error("The changes name nothing.");
  return made;
}

const total = 445;
const missing = 35;

test("the points of a band: how many fewer are needed for an approval", async () => {
  const turn = await turned(changed(["burden", "ranges.2.score", String(45 + missing + 60)]));
  expect(turn).toEqual({
    id: "burden",
    path: "ranges.2.score",
    number: 45 + missing + 60,
    stays: 45 + missing - 1,
    turns: 45 + missing,
    isKnown: true,
  });
});

test("a boundary that two bands share is one number", async () => {
  // From 640 on, a score gives 40 points more, and the person's is 650.
  const turn = await turned(changed(["bureau_score", "ranges.3.rangeTo", "640"], ["bureau_score", "ranges.4.rangeFrom", "640"]));
  expect(turn).toEqual({ id: "bureau_score", path: "ranges.3.rangeTo", number: 640, stays: 651, turns: 650, isKnown: true });
});

test("a bound that rows of a table share is one number; where rows were removed, none is named", async () => {
  const input = { income: 1000, debts: 200, country: "NL" };
  const moved = withThresholds(
    limitTable,
    [0, 1, 2].map((row) => ({ id: "table", path: `tableRows.${row}.inputs.0.0`, value: "0.1" })),
  );
  if (moved === undefined) throw new Error("The changes name nothing.");
  expect(await turned(moved, limitTable, input, "limit")).toEqual({
    id: "table",
    path: "tableRows.0.inputs.0.0",
    number: 0.1,
    stays: 0.21,
    turns: 0.2,
    isKnown: true,
  });
  const nodes = moved.solutionDefinition.nodes.map((node) =>
    node.type === "DecisionTable" ? { ...node, tableRows: node.tableRows.filter(({ id }) => id !== "r2") } : node,
  );
  const shorter = { ...moved, solutionDefinition: { ...moved.solutionDefinition, nodes } };
  expect(await turned(shorter, limitTable, input, "limit")).toBeUndefined();
});

test("the literal of a link's condition", async () => {
  const turn = await turned(changed(["total-approve", "conditionFields.0.rightHandFieldname", String(total - 20)]));
  expect(turn).toEqual({
    id: "total-approve",
    path: "conditionFields.0.rightHandFieldname",
    number: total - 20,
    stays: total + 1,
    turns: total,
    isKnown: true,
  });
});

test("an added band: compared with the points that the row got before", async () => {
  const nodes = scorecard.solutionDefinition.nodes.map((node) => {
    if (node.type !== "RangeScore" || node.id !== "burden") return node;
    const [first, second, third, fourth] = node.ranges;
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error("It has four bands.");
    const split = [
      { ...third, rangeTo: "0.41", score: "200" },
      { ...third, id: "new", rangeFrom: "0.41" },
    ];
    return { ...node, ranges: [first, second, ...split, fourth] };
  });
  const turn = await turned({ ...scorecard, solutionDefinition: { ...scorecard.solutionDefinition, nodes } });
  expect(turn).toEqual({ id: "burden", path: "ranges.2.score", number: 200, stays: 45 + missing - 1, turns: 45 + missing, isKnown: true });
});

test("undefined if the outcome is the same, or no single number is the reason", async () => {
  expect(await turned(changed(["burden", "ranges.2.score", "46"]))).toBeUndefined();
  // Two changes, each of which is sufficient.
  const both = changed(["burden", "ranges.2.score", "300"], ["total-approve", "conditionFields.0.rightHandFieldname", String(total - 20)]);
  expect(await turned(both)).toBeUndefined();
});
