import { maxReasonCodes, maxVersionRows, type Link, type Resource, type StatsDetailsFields } from "@airlock/contract";
import { quantileOf, type CountedVersion } from "@airlock/backend/executions";
import type { CountedDetails, Details } from "./details-store.ts";
import type { Range } from "./granularity.ts";

const none: Details = { completed: 0, failed: 0, durations: new Map(), outcomes: new Map(), reasons: new Map() };

export function statsDetailsResource(
  key: string,
  range: Range,
  { buckets, versions }: CountedDetails,
  /** The newest first. */
  known: readonly CountedVersion[],
  self: Link | undefined,
): Resource<StatsDetailsFields> {
  const all = [...buckets.values()];
  const whole: Details = {
    completed: all.reduce((sum, { completed }) => sum + completed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    durations: sumOf(all.map(({ durations }) => durations)),
    outcomes: sumOf(all.map(({ outcomes }) => outcomes)),
    reasons: new Map(),
  };
  const starts = Array.from(
    { length: (range.to - range.from) / range.granularity.seconds },
    (_, index) => range.from + index * range.granularity.seconds,
  );
  return {
    _embedded: {
      key,
      start: iso(range.from),
      end: iso(range.to),
      granularity: range.granularity.iso,
      ...measuresOf(whole),
      counted: [...whole.durations.values()].reduce((sum, count) => sum + count, 0),
      series: starts.map((start) => ({ start: iso(start), ...measuresOf(buckets.get(start) ?? none) })),
      reasonCodes: reasonCodesOf(versions, known),
      versions: known
        .flatMap(({ id, name, solutionId, solutionName }) => {
          const details = versions.get(id);
          if (details === undefined) return [];
          return [{ versionWss: id, versionName: name, solutionWss: solutionId, solutionName, ...measuresOf(details) }];
        })
        .toSorted((one, other) => other.total - one.total)
        .slice(0, maxVersionRows),
    },
    _links: self === undefined ? {} : { self },
  };
}

function measuresOf({ completed, failed, durations, outcomes }: Details) {
  return {
    total: completed + failed,
    failed,
    p50Millis: millisAt(durations, 0.5),
    p95Millis: millisAt(durations, 0.95),
    outcomes: [...outcomes]
      .map(([outcome, count]) => ({ outcome, count }))
      .toSorted((one, other) => other.count - one.count || (one.outcome < other.outcome ? -1 : 1)),
  };
}

function millisAt(durations: Details["durations"], quantile: number): number | null {
  const micros = quantileOf(durations, quantile);
  return micros === undefined ? null : micros / 1000;
}

/** Reason codes are scoped to a solution: codes of two solutions share a row only if their texts are equal. */
function reasonCodesOf(versions: CountedDetails["versions"], known: readonly CountedVersion[]): StatsDetailsFields["reasonCodes"] {
  const textOf = new Map<string, string>();
  for (const { solutionId, reasonTexts } of known) {
    for (const [code, text] of Object.entries(reasonTexts)) {
      const at = JSON.stringify([solutionId, code]);
      if (!textOf.has(at)) textOf.set(at, text);
    }
  }
  const rows = new Map<string, { code: string; text?: string; count: number }>();
  for (const { id, solutionId } of known) {
    for (const [code, count] of versions.get(id)?.reasons ?? []) {
      const text = textOf.get(JSON.stringify([solutionId, code]));
      const at = JSON.stringify([code, text]);
      const before = rows.get(at)?.count ?? 0;
      rows.set(at, { code, ...(text === undefined ? {} : { text }), count: before + count });
    }
  }
  return [...rows.values()].toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1)).slice(0, maxReasonCodes);
}

function sumOf<Key>(maps: readonly ReadonlyMap<Key, number>[]): ReadonlyMap<Key, number> {
  const sum = new Map<Key, number>();
  for (const one of maps) for (const [key, count] of one) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
