import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { linkFor } from "../../../api/session/permissions.ts";
import { useClient } from "../../../api/session/use-session.ts";
import { usedFields, type ChartSpec } from "./chart-spec.ts";
import { marksIn, marksOf, marksQuestion, type Mark } from "./marks.ts";
import type { ResultDetails } from "../use-result.ts";

/** Marks with the chart they were made for. */
export interface Marked {
  readonly spec: ChartSpec;
  readonly marks: readonly Mark[];
}

/** Where every record came with the result, marks are made here; otherwise over all of them in the database. */
export function useMarks(details: ResultDetails, spec: ChartSpec) {
  const client = useClient();
  const { results, resultsCount } = details._embedded;
  const isWhole = resultsCount <= results.length;
  const isEmpty = usedFields(spec).size === 0;
  const href = linkFor(details, "marks", "POST");
  const local = useMemo(
    (): Marked => ({ spec, marks: isWhole && !isEmpty ? marksOf(results, spec) : [] }),
    [results, spec, isWhole, isEmpty],
  );
  const query = useQuery({
    queryKey: ["experiment result", href, "marks", spec],
    enabled: !isWhole && !isEmpty && href !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Marked> => {
      const { _embedded } = await client.post("experimentResult.marks", href ?? "", { signal, body: marksQuestion(spec) });
      return { spec, marks: marksIn(_embedded) };
    },
  });
  if (isWhole || isEmpty) return { marked: local, isWaiting: false, error: null, retry: () => {}, isWhole };
  return { marked: query.data, isWaiting: query.isFetching, error: query.error, retry: () => void query.refetch(), isWhole };
}
