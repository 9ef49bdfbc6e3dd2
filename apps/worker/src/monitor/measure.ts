import type { MonitorMeasure, MovedOutcome, OutcomeBaseline } from "@airlock/contract";
import { quantileOf } from "@airlock/backend/executions";

/** Counts of the executions in a window. */
export interface WindowCounts {
  readonly completed: number;
  readonly failed: number;
  /** Executions by duration bucket. */
  readonly durations: ReadonlyMap<number, number>;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly reasons: ReadonlyMap<string, number>;
}

/** A measured window; `value` is null if there was nothing to measure. */
export interface Measured {
  readonly value: number | null;
  readonly decisions: number;
  /** For the outcome mix. */
  readonly moved?: MovedOutcome;
}

/** Shares of outcomes. */
export type OutcomeMix = ReadonlyMap<string, number>;

export const noCounts: WindowCounts = { completed: 0, failed: 0, durations: new Map(), outcomes: new Map(), reasons: new Map() };

/** Drift is not measured from counts per minute. */
export type CountedMeasure = Exclude<MonitorMeasure, { readonly kind: "drift" }>;

/** `baseline` is what the outcome mix is compared with; without it the mix has no value. */
export function measureWindow(measure: CountedMeasure, counts: WindowCounts, windowMinutes: number, baseline?: OutcomeMix): Measured {
  const decisions = counts.completed + counts.failed;
  if (measure.kind === "outcomeMix") {
    const moved = baseline && movedMost(counts.outcomes, baseline);
    return moved === undefined ? { value: null, decisions } : { value: Math.abs(moved.by), decisions, moved };
  }
  return { value: valueOf(measure, counts, decisions, windowMinutes), decisions };
}

function valueOf(
  measure: Exclude<CountedMeasure, { readonly kind: "outcomeMix" }>,
  counts: WindowCounts,
  decisions: number,
  windowMinutes: number,
): number | null {
  switch (measure.kind) {
    case "failedShare":
      return shareOf(counts.failed, decisions);
    case "p99": {
      const micros = quantileOf(counts.durations, 0.99);
      return micros === undefined ? null : micros / 1000;
    }
    case "volume":
      return (decisions * 60) / windowMinutes;
    case "outcomeShare":
      return shareOf(counts.outcomes.get(measure.outcome) ?? 0, sum(counts.outcomes.values()));
    case "reasonShare":
      return shareOf(counts.reasons.get(measure.reasonCode) ?? 0, decisions);
  }
}

/** Undefined without outcomes. */
export function mixOf(outcomes: ReadonlyMap<string, number>): OutcomeMix | undefined {
  const all = sum(outcomes.values());
  return all === 0 ? undefined : new Map([...outcomes].map(([outcome, count]) => [outcome, count / all]));
}

export function fixedMix(baseline: OutcomeBaseline): OutcomeMix {
  return new Map(baseline.map(({ outcome, share }) => [outcome, share]));
}

/** Tolerance for rounding: mathematically equal differences of shares differ by less. */
const rounding = 1e-9;

function movedMost(outcomes: ReadonlyMap<string, number>, baseline: OutcomeMix): MovedOutcome | undefined {
  const mix = mixOf(outcomes);
  if (mix === undefined) return undefined;
  return (
    [...new Set([...mix.keys(), ...baseline.keys()])]
      .map((outcome) => ({ outcome, by: (mix.get(outcome) ?? 0) - (baseline.get(outcome) ?? 0) }))
      // Of two with the same shift, the one that gained: its executions are the ones to inspect.
      .toSorted((one, other) => {
        const further = Math.abs(other.by) - Math.abs(one.by);
        return Math.abs(further) > rounding ? further : other.by - one.by;
      })[0]
  );
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Sums the counts of a solution's versions. */
export function addCounts(all: readonly WindowCounts[]): WindowCounts {
  return {
    completed: sum(all.map(({ completed }) => completed)),
    failed: sum(all.map(({ failed }) => failed)),
    durations: addMaps(all.map(({ durations }) => durations)),
    outcomes: addMaps(all.map(({ outcomes }) => outcomes)),
    reasons: addMaps(all.map(({ reasons }) => reasons)),
  };
}

function addMaps<Key>(maps: readonly ReadonlyMap<Key, number>[]): ReadonlyMap<Key, number> {
  const total = new Map<Key, number>();
  for (const map of maps) for (const [key, count] of map) total.set(key, (total.get(key) ?? 0) + count);
  return total;
}
