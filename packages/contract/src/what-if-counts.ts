import type { WhatIfFields, WhatIfGroup } from "./what-if.ts";

/** Steps that the values of a field are counted in. */
export const whatIfSteps = 55;

/** What is known without the rows. */
export interface WhatIfShape {
  readonly outcomeField: string | null;
  readonly focus?:
    | (Pick<NonNullable<WhatIfFields["focus"]>, "id" | "field" | "min" | "max"> & { readonly bands: readonly unknown[] })
    | undefined;
  readonly values: readonly Pick<WhatIfFields["values"][number], "node" | "field" | "min" | "max">[];
}

/** The counts of a response without its measures, from groups of records. */
export function countGroups({ outcomeField, focus, values }: WhatIfShape, groups: readonly WhatIfGroup[]): Omit<WhatIfFields, "measures"> {
  let total = 0;
  let changed = 0;
  const outcomes = new Map<string, { outcome: string; before: number; after: number }>();
  const moves = new Map<string, { from: string; to: string; count: number }>();
  const bins = new Bins();
  const valueBins = values.map(() => new Bins());
  const bands = (focus?.bands ?? []).map(() => ({ before: 0, after: 0 }));
  const unmatched = { before: 0, after: 0 };
  const outcomeOf = (outcome: string) => {
    const known = outcomes.get(outcome) ?? { outcome, before: 0, after: 0 };
    outcomes.set(outcome, known);
    return known;
  };
  for (const { before, after, step, bandBefore, bandAfter, count, steps } of groups) {
    total += count;
    if (before !== after) changed += count;
    outcomeOf(before).before += count;
    outcomeOf(after).after += count;
    const key = JSON.stringify([before, after]);
    moves.set(key, { from: before, to: after, count: (moves.get(key)?.count ?? 0) + count });
    for (const [side, band] of [
      ["before", bandBefore],
      ["after", bandAfter],
    ] as const) {
      const known = band === 0 ? unmatched : bands[band - 1];
      if (known !== undefined) known[side] += count;
    }
    bins.add(step, after, count);
    for (const [at, counted] of steps.entries()) {
      for (const [one, rows] of Object.entries(counted)) valueBins[at]?.add(Number(one), after, rows);
    }
  }
  const sorted = [...outcomes.values()].toSorted(
    (one, other) => other.before + other.after - one.before - one.after || (one.outcome < other.outcome ? -1 : 1),
  );
  return {
    total,
    outcomeField,
    outcomes: sorted,
    changed,
    moves: [...moves.values()],
    values: values.map(({ node, field, min, max }, at) => ({ node, field, min, max, bins: valueBins[at]?.list() ?? [] })),
    ...(focus === undefined
      ? {}
      : { focus: { id: focus.id, field: focus.field, min: focus.min, max: focus.max, bands, unmatched, bins: bins.list() } }),
  };
}

/**
 * The response for the position at this index of a request with `drag`: a record whose value is above it is as with the lowest position, all others
 * are as with the highest. Exact, since the comparison is all that the number does. Without measures, which are not counted by
 * position. Undefined if the response has no counts by position.
 */
export function whatIfAt(response: WhatIfFields, index: number): WhatIfFields | undefined {
  if (response.drag === undefined) return undefined;
  const { above, below } = response.drag;
  const groups = [...above.filter(({ position }) => position > index), ...below.filter(({ position }) => position <= index)];
  return { ...countGroups(response, groups), measures: [] };
}

/** Rows by step and outcome. */
class Bins {
  readonly #bins: Map<string, number>[] = Array.from({ length: whatIfSteps }, () => new Map<string, number>());

  add(step: number, outcome: string, count: number): void {
    const bin = this.#bins[step];
    bin?.set(outcome, (bin.get(outcome) ?? 0) + count);
  }

  list(): { outcome: string; count: number }[][] {
    return this.#bins.map((bin) => [...bin].map(([outcome, count]) => ({ outcome, count })));
  }
}
