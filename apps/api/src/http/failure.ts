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
 * Runs what asks ClickHouse, and refuses with this code while ClickHouse is away or overloaded. Every other error is thrown: it is a mistake in
 * the code, which the router logs as an error and answers with a 500.
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

/** The reason of a call's signal: no one reads the response any more. */
export class CallerLeft extends Error {}

/** What an error that a handler did not expect means to the caller. The database's own refusals have their codes; the rest is ours. */
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
      // The JSON parser's own errors (syntax, forbidden keys) carry nothing but the status.
      return statusCode === 400 ? { code: "BODY_NOT_JSON" } : undefined;
  }
}
