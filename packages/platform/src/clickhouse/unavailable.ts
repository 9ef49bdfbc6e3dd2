import { ClickHouseError } from "@clickhouse/client";

/** Node's codes for a server that is unreachable or closed the connection. */
const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * ClickHouse's codes for a temporary condition: overload (202, 203, 241, 439, 745), its own connections and coordination (209, 210, 225, 242, 279,
 * 999), a query that was killed (236, 394), and a missing table, since imports and results replace theirs (60).
 */
const serverCodes = new Set(["60", "202", "203", "209", "210", "225", "236", "241", "242", "279", "394", "439", "745", "999"]);

/** The client has no class or code for this. */
const clientTimeout = "Timeout error.";

/** Whether the same query may succeed later. Everything else, such as a wrong statement, is a bug. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ClickHouseError) return serverCodes.has(error.code);
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  if (error.message === clientTimeout) return true;
  return "code" in error && typeof error.code === "string" && connectionCodes.has(error.code);
}
