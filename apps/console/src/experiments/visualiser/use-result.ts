import type { ExperimentRecordFields, ExperimentResultDetails, RecordFilter, RecordsAnswer, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";

export type ResultDetails = Resource<ExperimentResultDetails>;

/** A result never changes; only its chart does, and that is this window's. */
export function useResultDetails(id: string) {
  const client = useClient();
  const href = linkFor(useProfile(), "experimentResultDetails", "GET")?.replace("{experimentResultId}", encodeURIComponent(id));
  const query = useQuery({
    queryKey: ["experiment result", href],
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => client.request<ResultDetails>("GET", href ?? "", { signal }),
  });
  return { mayRead: href !== undefined, ...query };
}

/** How many of a mark's records come at once. */
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
      return (await client.request<Resource<RecordsAnswer>>("POST", href ?? "", { signal, body }))._embedded;
    },
  });
}

/** One record, run again with everything that happened in it. */
export function useRecord(details: ResultDetails, row: number | undefined) {
  const client = useClient();
  const href = linkFor(details, "record", "GET")?.replace("{row}", String(row));
  return useQuery({
    queryKey: ["experiment result", "record", href],
    enabled: href !== undefined && row !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.request<Resource<ExperimentRecordFields>>("GET", href ?? "", { signal }),
  });
}
