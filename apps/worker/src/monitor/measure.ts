import type { MonitorMeasure } from "@airlock/contract";
import { quantileOf } from "@airlock/backend/executions";

/** What is counted of the executions of a window. */
export interface WindowCounts {
  readonly completed: number;
  readonly failed: number;
  /** Executions by step of their duration. */
  readonly durations: ReadonlyMap<number, number>;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly reasons: ReadonlyMap<string, number>;
}

/** A measured window: `value` is null where there was nothing to measure. */
export interface Measured {
  readonly value: number | null;
  readonly decisions: number;
}

export const noCounts: WindowCounts = { completed: 0, failed: 0, durations: new Map(), outcomes: new Map(), reasons: new Map() };

/** Drift is not measured from counts of minutes. */
export type CountedMeasure = Exclude<MonitorMeasure, { readonly kind: "drift" }>;

export function measureWindow(measure: CountedMeasure, counts: WindowCounts, windowMinutes: number): Measured {
  const decisions = counts.completed + counts.failed;
  return { value: valueOf(measure, counts, decisions, windowMinutes), decisions };
}

function valueOf(measure: CountedMeasure, counts: WindowCounts, decisions: number, windowMinutes: number): number | null {
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

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** The counts of several versions as those of their solution. */
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
