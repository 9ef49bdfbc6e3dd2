import type { DashboardItem } from "@airlock/contract";
import type { ExecutionsSearch } from "../parts/links/executions-search.ts";
import type { Bar, UsageQuery } from "../parts/time-range/usage-range.ts";

/** The address of the executions that a bar counts: those of its version and of its time, as far as the chart reaches. */
export function executionsOf(
  { key, type }: Pick<DashboardItem["config"], "key" | "type">,
  period: Pick<UsageQuery, "start" | "end">,
): (bar: Bar) => ExecutionsSearch {
  return (bar) => {
    const from = new Date(Math.max(bar.start.getTime(), Date.parse(period.start))).toISOString();
    const to = new Date(Math.min(bar.end.getTime(), Date.parse(period.end))).toISOString();
    // A bar counts stopped versions too.
    return {
      ...(key === "ALL" ? {} : { versions: key }),
      running: "all",
      from,
      to,
      ...(type === "FailedExecutions" ? { status: "failed" } : {}),
    };
  };
}

/** The address of all executions that a widget counts, of one version or with one reason code. */
export function executionsWith(
  { key }: Pick<DashboardItem["config"], "key">,
  { start: from, end: to }: Pick<UsageQuery, "start" | "end">,
  { versionId = key, reasonCode }: { readonly versionId?: string; readonly reasonCode?: string },
): ExecutionsSearch {
  return {
    ...(versionId === "ALL" ? {} : { versions: versionId }),
    running: "all",
    from,
    to,
    ...(reasonCode === undefined ? {} : { reason: reasonCode }),
  };
}
