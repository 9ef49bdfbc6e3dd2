import type { Link, Resource, StatsFields } from "@airlock/contract";
import type { Range } from "./granularity.ts";
import type { Counts } from "./store.ts";

export function statsResource(key: string, range: Range, counts: Counts, self: Link | undefined): Resource<StatsFields> {
  const all = [...counts.values()];
  const failed = all.reduce((sum, count) => sum + count.failed, 0);
  const total = all.reduce((sum, count) => sum + count.completed, failed);
  const micros = all.reduce((sum, count) => sum + count.durationSum, 0);
  return {
    _embedded: {
      key,
      start: iso(range.from),
      end: iso(range.to),
      granularity: range.granularity.iso,
      total,
      failed,
      meanMillis: total === 0 ? null : micros / total / 1000,
      stats: Object.fromEntries([...counts].map(([bucket, { completed, failed: alsoFailed }]) => [iso(bucket), completed + alsoFailed])),
      failures: Object.fromEntries([...counts].map(([bucket, count]) => [iso(bucket), count.failed])),
    },
    _links: self === undefined ? {} : { self },
  };
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
