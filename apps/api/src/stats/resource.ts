import type { Link, Resource, StatsFields } from "@airlock/contract";
import type { Range } from "./granularity.ts";
import type { Counts } from "./store.ts";

export function statsResource(key: string, range: Range, counts: Counts, self: Link | undefined): Resource<StatsFields> {
  return {
    _embedded: {
      key,
      start: iso(range.from),
      end: iso(range.to),
      granularity: range.granularity.iso,
      total: [...counts.values()].reduce((sum, count) => sum + count, 0),
      stats: Object.fromEntries([...counts].map(([bucket, count]) => [iso(bucket), count])),
    },
    _links: self === undefined ? {} : { self },
  };
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
