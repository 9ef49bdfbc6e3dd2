import { operate } from "./calculations.ts";
import type { Memory } from "./memory.ts";
import { giveReason, type Gathered } from "./reasons.ts";
import { storeNumber } from "./store-number.ts";

interface Score {
  readonly defaultScore: string;
  readonly resultField: string;
}

interface ScoreRow {
  readonly score: string;
  readonly reasonCode: string;
}

/** [SC3] to [SC7] Adds the points of the row that matched, or the default points. */
export function addPoints(node: Score, match: ScoreRow | undefined, memory: Memory, gathered: Gathered): string | undefined {
  const text = match === undefined ? node.defaultScore : match.score;
  if (text === "") return undefined;
  const type = memory.type("Runtime", node.resultField) === "Integer" ? "Integer" : "Float";
  const before = memory.get("Runtime", node.resultField);
  const points = { type, value: Number(text) + 0 } as const;
  const sum = typeof before === "number" ? operate("+", { type, value: before }, points) : points;
  const failure = storeNumber(node.resultField, sum, memory);
  if (failure === undefined && match !== undefined) giveReason(match.reasonCode, gathered);
  return failure;
}
