import type { TracedRecordFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { turnText } from "./turn-text.ts";

const condition = (operator: string, value: number) => ({
  holds: true,
  groups: [
    [
      {
        left: { source: "Runtime" as const, field: "total", value: 612 },
        operator,
        right: { source: "Literal" as const, value },
        holds: true,
      },
    ],
  ],
});
const link = { linkId: "to-approve", targetId: "approve", taken: true, otherwise: false, condition: condition(">=", 610) };
const step = { nodeId: "burden", label: "", kind: "RangeScore", reads: [], changes: [], reasonCodes: [], links: [link] };
const score = { match: "[0.40, 0.45)", points: 70, reasonCode: "" };

function sentenceOf(turn: TracedRecordFields["turn"]): string | undefined {
  const right = {
    status: "completed" as const,
    outcome: "Approve",
    runtimeData: {},
    reasonCodes: [],
    linksTaken: [],
    executionEvents: [],
    steps: [{ ...step, score, condition: condition("<", 18) }],
  };
  return turnText({
    recordId: "1",
    executionWss: null,
    started: null,
    row: 1,
    outcomeLeft: "Refer",
    outcomeRight: "Approve",
    firstNode: "burden",
    firstLink: "",
    carriedData: {},
    applicationData: {},
    right,
    turn,
  });
}

test.each([
  [
    { id: "burden", path: "ranges.2.score", number: 70, stays: 66, turns: 67, isKnown: true },
    "Stays Refer if [0.40, 0.45) gave less than 67 points.",
  ],
  [
    { id: "burden", path: "ranges.2.score", number: 10, stays: 40, turns: 39, isKnown: true },
    "Stays Refer if [0.40, 0.45) gave more than 39 points.",
  ],
  [
    { id: "burden", path: "ranges.1.rangeTo", number: 0.4, stays: 0.42, turns: 0.41, isKnown: true },
    "Stays Refer if the bound 0.4 was 0.42 or above.",
  ],
  [
    { id: "to-approve", path: "conditionFields.0.rightHandFieldname", number: 610, stays: 613, turns: 612, isKnown: true },
    "Stays Refer if its condition was total >= 613.",
  ],
  [
    { id: "burden", path: "conditionFields.0.rightHandFieldname", number: 18, stays: 17, turns: 18, isKnown: true },
    "Stays Refer if its condition was total < 17.",
  ],
  [
    { id: "burden", path: "calculations.1.fieldKey", number: 2, stays: 1.5, turns: 1.6, isKnown: true },
    "Stays Refer if 2 in its formula was 1.5 or less.",
  ],
  [
    { id: "burden", path: "tableRows.2.inputs.0.1", number: 0.1, stays: 0.21, turns: 0.2, isKnown: true },
    "Stays Refer if 0.1 in row 3 was 0.21 or more.",
  ],
  [
    { id: "burden", path: "defaultRows.0.outputs.1.0", number: 500, stays: 400, turns: 401, isKnown: true },
    "Stays Refer if 500 in the default row was 400 or less.",
  ],
  [
    { id: "burden", path: "ranges.2.score", number: 70, stays: 66, turns: 67, isKnown: false },
    "Not Approve if [0.40, 0.45) gave less than 67 points.",
  ],
  [{ id: "gone", path: "ranges.1.score", number: 2, stays: 1, turns: 2, isKnown: true }, undefined],
  [undefined, undefined],
])("%j as a sentence", (turn, sentence) => expect(sentenceOf(turn)).toBe(sentence));
