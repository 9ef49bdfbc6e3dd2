import type { QueryFunctionContext } from "@tanstack/react-query";
import type { SendOptions } from "./calls.ts";

export interface LoadKind {
  /** Every load shows the wait indicator, and a refusal ends the session. Left out, only the first load shows it. */
  readonly isForeground?: boolean;
  /** No load shows the wait indicator: the page is complete without it. */
  readonly isSilent?: boolean;
}

/** Options of a query's call: the first load shows the wait indicator, a reload of what is already shown does not. */
export function loadOptions(
  { client, queryKey, signal }: Pick<QueryFunctionContext, "client" | "queryKey" | "signal">,
  { isForeground = false, isSilent = false }: LoadKind = {},
): SendOptions {
  if (isForeground && !isSilent) return { signal };
  return { signal, background: true, waited: !isSilent && client.getQueryData(queryKey) === undefined };
}
