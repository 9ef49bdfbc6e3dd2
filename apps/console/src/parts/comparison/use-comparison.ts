import type { ComparisonFields, Resource, WholeComparisonFields } from "@airlock/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { fillAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";

export type WholeComparison = Resource<WholeComparisonFields>;

const liveMillis = 700;

export function isUnderWay({ status }: Pick<ComparisonFields, "status">): boolean {
  return status === "waiting" || status === "running";
}

/** Polled while the comparison runs. */
export function useComparison(id: string | undefined) {
  const href = fillAddress(linkFor(useProfile(), "comparison", "GET"), { comparisonId: id });
  const query = useResource("comparison.read", {
    queryKey: ["comparison", href],
    href,
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data._embedded) ? liveMillis : false),
  });
  return { mayRead: href !== undefined, query };
}

export interface RecordFilter {
  readonly from?: string;
  readonly to?: string;
  /** Text that a value contains. */
  readonly search?: string;
}

export function useComparedRecords(comparison: WholeComparison, filter: RecordFilter, after: string | undefined, limit: number) {
  const href = linkFor(comparison, "records", "GET");
  // Those of a datasource are available once all have run.
  const { rows, status } = comparison._embedded;
  return useResource("comparison.records", {
    queryKey: ["compared records", href, filter, after, limit, rows, status],
    href,
    query: { limit, ...filter, after },
    placeholderData: keepPreviousData,
  });
}
