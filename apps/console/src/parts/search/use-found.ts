import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";

interface Found<T> {
  readonly found: readonly T[];
  readonly isFetching: boolean;
  readonly isError: boolean;
}

interface Search<T> {
  /** The query key; undefined for users who may not search. */
  readonly name: readonly unknown[] | undefined;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  /** What is shown of one. */
  readonly textOf: (one: T) => string;
}

/**
 * The server's results for a text. Until the response, the matching ones of the previous results are shown, so that a result does not move away from
 * the pointer when the response arrives.
 */
export function useFound<T>({ name, find, textOf }: Search<T>, text: string): Found<T> {
  const searched = useDeferredValue(text);
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: [...(name ?? []), searched],
    enabled: name !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(searched, signal),
  });
  const answer = data ?? [];
  const isBehind = isPlaceholderData || searched !== text;
  const found = isBehind ? answer.filter((one) => textOf(one).toLowerCase().includes(text.toLowerCase())) : answer;
  return { found, isFetching, isError };
}
