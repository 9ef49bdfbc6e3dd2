import { isCorrelationId } from "@airlock/contract";

/** The value is copied into logs, headers and the execution log, so only texts that look like an id are accepted. */
export function idFromHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && isCorrelationId(value) ? value : undefined;
}
