import type { ModelReport, PredictionDrift } from "@airlock/contract";
import { driftOf, type Distribution } from "@airlock/model";
import type { LiveColumn } from "@airlock/backend/executions";

/** A day with enough decisions to evaluate, and what exceeds the threshold on it. */
export interface JudgedDay {
  readonly day: string;
  readonly moved: readonly { readonly of: "column" | "score"; readonly column: string; readonly psi: number; readonly count: number }[];
}

/** Ordered by day. */
export function judgeDays(
  { columns, scores }: Pick<ModelReport, "columns" | "scores">,
  live: readonly LiveColumn[],
  threshold: number,
): readonly JudgedDay[] {
  const days = [...Map.groupBy(live, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  return days.flatMap(([day, counts]): JudgedDay[] => {
    const judged = counts.flatMap(({ place, rows, missing, unseen, bins }) => {
      const column = columns[place];
      const training = place === -1 ? (scores ?? undefined) : column?.distribution;
      if (training === undefined) return [];
      const now: Distribution = { rows, missing, unseen, bounds: training.bounds, bins };
      const { psi, enough, count } = driftOf(training, now);
      if (!enough || psi === null) return [];
      return [{ of: place === -1 ? ("score" as const) : ("column" as const), column: column?.name ?? "score", psi, count }];
    });
    return judged.length === 0 ? [] : [{ day, moved: judged.filter(({ psi }) => psi > threshold) }];
  });
}

/** The state by the newest day. Drift began on the first of the drifting days without a stable one in between. */
export function stateOf(days: readonly JudgedDay[]): PredictionDrift {
  const newest = days.at(-1);
  if (newest === undefined) return { state: "none", since: null, columns: [], score: false };
  if (newest.moved.length === 0) return { state: "steady", since: null, columns: [], score: false };
  const lastSteady = days.findLastIndex(({ moved }) => moved.length === 0);
  return {
    state: "drifting",
    since: `${days[lastSteady + 1]?.day ?? newest.day}T00:00:00.000Z`,
    columns: newest.moved.flatMap(({ of, column }) => (of === "column" ? [column] : [])),
    score: newest.moved.some(({ of }) => of === "score"),
  };
}
