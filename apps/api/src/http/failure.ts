import type { Problem, ProblemCode } from "@airlock/contract";
import { Busy, type Log } from "@airlock/platform";
import { isUnavailable, QueryTimeout } from "@airlock/platform/clickhouse";
import { JobsUnavailable } from "@airlock/platform/jobs";
import { postgresFailure } from "@airlock/platform/postgres";
import { TaskTimeout } from "@airlock/platform/thread-pool";
import { refuse, type Refused } from "../outcome.ts";
import { BodyTooLarge } from "./limited-body.ts";

const byState: Readonly<Record<string, Problem["code"]>> = {
  AL001: "ROLE_PROTECTED",
  AL002: "GROUP_PROTECTED",
  AL003: "LAST_ADMINISTRATOR",
  AL006: "ORGANISATION_NOT_FOUND",
  AL007: "ORGANISATION_SERVING",
};
const byConstraint: Readonly<Record<string, Problem["code"]>> = {
  users_address: "EMAIL_TAKEN",
  secrets_organisation_id_name_key: "SECRET_NAME_TAKEN",
  lists_organisation_id_lower_idx: "LIST_NAME_TAKEN",
};

/**
 * Runs queries of ClickHouse, and refuses with this code while ClickHouse is unavailable or overloaded. Every other error is a bug and is thrown, so
 * that the router logs it and responds with 500.
 */
export async function unlessUnavailable<Result>(
  log: Pick<Log, "warn">,
  code: ProblemCode,
  query: () => Promise<Result>,
): Promise<Result | Refused> {
  try {
    return await query();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.warn({ err: error, code }, "ClickHouse is not available");
    return refuse(code);
  }
}

/** The reason of a call's signal: the caller no longer reads the response. */
export class CallerLeft extends Error {}

/** Maps an unexpected error of a handler to a problem. The database's own refusals have their codes; the rest is internal. */
export function problemOfError(error: unknown): Problem {
  if (error instanceof JobsUnavailable) return { code: "DATABASE_UNAVAILABLE" };
  if (error instanceof Busy) {
    return { code: error.isOwn ? "TOO_MUCH_AT_ONCE" : "OVERLOADED", details: { seconds: String(error.retryAfterSeconds) } };
  }
  if (error instanceof BodyTooLarge) return { code: "BODY_TOO_LARGE" };
  if (error instanceof TaskTimeout || error instanceof QueryTimeout) return { code: "WORK_TOO_LONG" };
  const failure = postgresFailure(error);
  switch (failure.kind) {
    case "unavailable":
    case "collided":
      return { code: "DATABASE_UNAVAILABLE" };
    case "protected":
      return { code: byState[failure.state] ?? "INTERNAL" };
    case "taken":
      return { code: byConstraint[failure.constraint] ?? "INTERNAL" };
    case "referred":
    case "other":
      return { code: "INTERNAL" };
  }
}

interface FastifyFailure {
  readonly code?: unknown;
  readonly statusCode?: unknown;
}

/** Errors that Fastify and its plugins raise before a handler runs. */
export function problemOfRequest(error: unknown): Problem | undefined {
  const { code, statusCode } = (typeof error === "object" && error !== null ? error : {}) as FastifyFailure;
  switch (code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return { code: "MEDIA_TYPE_UNSUPPORTED" };
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return { code: "BODY_TOO_LARGE" };
    case "FST_ERR_CTP_INVALID_JSON_BODY":
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return { code: "BODY_NOT_JSON" };
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
    case "FST_ERR_BAD_URL":
      return { code: "INVALID_REQUEST" };
    default:
      // Errors of the JSON parser (syntax, forbidden keys) have only the status.
      return statusCode === 400 ? { code: "BODY_NOT_JSON" } : undefined;
  }
}
