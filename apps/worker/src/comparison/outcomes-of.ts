import type { ComparisonSummary } from "@airlock/contract";

/** The count of each outcome on both sides, the most frequent first. */
export function outcomesOf(moves: ComparisonSummary["moves"]): ComparisonSummary["outcomes"] {
  const sumOf = (outcome: string, side: "from" | "to") => moves.reduce((sum, move) => sum + (move[side] === outcome ? move.count : 0), 0);
  return [...new Set(moves.flatMap(({ from, to }) => [from, to]))]
    .map((outcome) => ({ outcome, left: sumOf(outcome, "from"), right: sumOf(outcome, "to") }))
    .toSorted((one, other) => other.left + other.right - one.left - one.right || (one.outcome < other.outcome ? -1 : 1));
}
