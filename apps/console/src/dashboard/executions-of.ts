import type { ExecutionsSearch } from "../executions/executions-search.ts";
import type { Bar, UsageQuery } from "./usage-range.ts";

/** The address of the executions that a bar counts: those of its version and of its time, as far as the chart reaches. */
export function executionsOf(key: string, asked: Pick<UsageQuery, "start" | "end">): (bar: Bar) => ExecutionsSearch {
  return (bar) => {
    const from = new Date(Math.max(bar.start.getTime(), Date.parse(asked.start))).toISOString();
    const to = new Date(Math.min(bar.end.getTime(), Date.parse(asked.end))).toISOString();
    return { ...(key === "ALL" ? {} : { versions: key }), from, to };
  };
}
