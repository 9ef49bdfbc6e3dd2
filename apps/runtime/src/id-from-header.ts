import { isCorrelationId } from "@airlock/contract";

/** What a caller sent goes into logs, headers and the execution log, so it must look like an id. */
export function idFromHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && isCorrelationId(value) ? value : undefined;
}
