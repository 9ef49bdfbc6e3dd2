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
 * What the server finds for a text. Until it answers, those of its last answer that hold the text: what one reaches for must not move away when
 * the answer comes.
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
