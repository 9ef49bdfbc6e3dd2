import type { QueryFunctionContext } from "@tanstack/react-query";
import type { SendOptions } from "./calls.ts";

/** Options of a query's call: the first load shows the wait indicator, a reload of what is already shown does not. */
export function loadOptions({ client, queryKey, signal }: Pick<QueryFunctionContext, "client" | "queryKey" | "signal">): SendOptions {
  return { signal, background: true, waited: client.getQueryData(queryKey) === undefined };
}
