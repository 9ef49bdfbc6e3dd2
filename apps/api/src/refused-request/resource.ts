import type { Counted, Link, List, RefusedRequestCountFields, RefusedRequestFields, Resource } from "@airlock/contract";
import type { Range } from "../stats/granularity.ts";
import type { Names } from "./names.ts";
import type { RefusedCounts, RefusedRequestRow } from "./store.ts";

export function refusedRequestResource(row: RefusedRequestRow, names: Names): Resource<RefusedRequestFields> {
  const version = names.versions.get(row.version);
  const [keyName, callerName] = [names.keys.get(row.key), names.callers.get(row.caller)];
  return {
    _embedded: {
      webSafeString: row.id,
      at: new Date(row.at_ms).toISOString(),
      status: row.status,
      code: row.code,
      description: row.description,
      method: row.method,
      address: row.address,
      ...(row.version === "" ? {} : { versionWss: row.version }),
      ...(version === undefined ? {} : { versionName: version.name, solutionWss: version.solutionId, solutionName: version.solutionName }),
      keyWss: row.key,
      ...(keyName === undefined ? {} : { keyName }),
      callerWss: row.caller,
      ...(callerName === undefined ? {} : { callerName }),
      correlationId: row.correlation,
      durationMillis: row.duration_us / 1000,
      remoteAddress: row.remote,
      userAgent: row.agent,
      problems: row.fields.map((field, index) => ({ field, message: row.messages[index] ?? "" })),
      notStored: row.not_stored,
    },
    _links: {},
  };
}

export function refusedRequestList(
  items: readonly Resource<RefusedRequestFields>[],
  counted: Counted,
  self: Link | undefined,
  next: string | undefined,
): List<RefusedRequestFields> {
  if (self === undefined) return { items, _embedded: counted, _links: {} };
  const further = next === undefined ? {} : { next: { href: `${self.href}?${next}`, allow: ["GET" as const] } };
  return { items, _embedded: counted, _links: { self, ...further } };
}

export function refusedCountsResource(
  range: Range,
  { buckets, codes, callers, versions }: RefusedCounts,
  names: Names,
  self: Link | undefined,
): Resource<RefusedRequestCountFields> {
  const totals = new Map(buckets.map(({ bucket, total }) => [bucket, total]));
  const counts: Record<string, number> = {};
  for (let bucket = range.from; bucket < range.to; bucket += range.granularity.seconds) {
    counts[isoSeconds(bucket)] = totals.get(bucket) ?? 0;
  }
  return {
    _embedded: {
      start: isoSeconds(range.from),
      end: isoSeconds(range.to),
      granularity: range.granularity.iso,
      total: buckets.reduce((sum, { total }) => sum + total, 0),
      counts,
      codes: [...codes],
      callers: callers.map(({ caller, total }) => {
        const callerName = names.callers.get(caller);
        return { callerWss: caller, ...(callerName === undefined ? {} : { callerName }), total };
      }),
      solutions: solutionsOf(versions, names),
    },
    _links: self === undefined ? {} : { self },
  };
}

function solutionsOf(versions: RefusedCounts["versions"], names: Names): RefusedRequestCountFields["solutions"] {
  const totals = new Map<string, RefusedRequestCountFields["solutions"][number]>();
  for (const { version, total } of versions) {
    const named = names.versions.get(version);
    if (named === undefined) continue;
    const { solutionId: solutionWss, solutionName } = named;
    totals.set(solutionWss, { solutionWss, solutionName, total: (totals.get(solutionWss)?.total ?? 0) + total });
  }
  return [...totals.values()].sort((left, right) => right.total - left.total);
}

function isoSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
