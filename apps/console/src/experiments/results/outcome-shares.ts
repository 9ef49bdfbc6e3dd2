import type { ExperimentResultFields } from "@airlock/contract";
import { notDecided } from "@airlock/contract/comparison-outcome";
import { tokensOf, type Token } from "../visualiser/chart/colours.ts";
import { missing } from "../visualiser/chart/scale.ts";

export interface OutcomeShare {
  readonly value: string;
  readonly count: number;
  /** Of all rows, whether they were decided or not. */
  readonly share: number;
  readonly token: Token;
}

/** How the rows of a result ended, best outcomes first. Rows that failed or were not decided have no value, but are not "missing". */
export function outcomeShares(outcomes: ExperimentResultFields["outcomes"]): readonly OutcomeShare[] {
  if (outcomes === null || outcomes.values.length === 0) return [];
  const { failed, refused, values } = outcomes;
  const counts = new Map(values.flatMap(({ value, count }) => (value === null ? [] : [[value, count] as const])));
  const total = values.reduce((sum, { count }) => sum + count, 0);
  const empty = values.find(({ value }) => value === null)?.count ?? 0;
  const rest = [
    [missing, empty - refused - failed],
    ["Failed", Math.min(failed, empty)],
    [notDecided, refused],
  ] as const;
  for (const [value, count] of rest) if (count > 0) counts.set(value, count);
  return [...tokensOf(counts)].map(([value, token]) => ({
    value,
    token,
    count: counts.get(value) ?? 0,
    share: (counts.get(value) ?? 0) / total,
  }));
}
