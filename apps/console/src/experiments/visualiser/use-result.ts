import type { ExperimentResultDetails, RecordFilter, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { fillAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";

export type ResultDetails = Resource<ExperimentResultDetails>;

/** A result never changes; only its chart does, and that is this window's. */
export function useResultDetails(id: string) {
  const href = fillAddress(linkFor(useProfile(), "experimentResultDetails", "GET"), { experimentResultId: id });
  const query = useResource("experimentResult.details", {
    queryKey: ["experiment result", href],
    href,
    isForeground: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { mayRead: href !== undefined, ...query };
}

/** The page size of a mark's records. */
const recordsAtOnce = 1000;

/** Records of all, by what they have in common. */
export function useRecordsOf(details: ResultDetails, filters: readonly RecordFilter[] | undefined) {
  const client = useClient();
  const href = linkFor(details, "records", "POST");
  return useQuery({
    queryKey: ["experiment result", href, "records", filters],
    enabled: href !== undefined && filters !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const body = { filters, limit: recordsAtOnce };
      return (await client.post("experimentResult.records", href ?? "", { signal, body }))._embedded;
    },
  });
}

/** One record, run again with everything that happened in it. */
export function useRecord(details: ResultDetails, row: number | undefined) {
  const href = fillAddress(linkFor(details, "record", "GET"), { row: row?.toString() });
  return useResource("experimentResult.record", {
    queryKey: ["experiment result", "record", href],
    href,
    isForeground: true,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
