/** Problems of a request, regardless of its resource. */
import { plain, type ProblemEntry } from "./entry.ts";

export const requestProblems = {
  INVALID_REQUEST: {
    status: 400,
    message: "Invalid request",
    description: plain("The request is not what this call accepts; see the list of problems."),
  },
  BODY_NOT_JSON: { status: 400, message: "Unreadable body", description: plain("The body of the request is not well-formed JSON.") },
  ROUTE_UNKNOWN: { status: 404, message: "Not found", description: plain("There is nothing at this address.") },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "Method not allowed",
    description: (d) => `This address accepts ${d["allow"] ?? "other methods"}.`,
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: "Too large",
    description: (d) =>
      `The body of the request is larger than this call accepts${d["limit"] === undefined ? "" : `: at most ${d["limit"]} bytes`}.`,
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: "Request headers too large",
    description: plain("The URL and the headers of the request are together larger than this server accepts. Shorten the query."),
  },
  MEDIA_TYPE_UNSUPPORTED: {
    status: 415,
    message: "Unsupported content type",
    description: plain("Send the body as application/json."),
  },
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests",
    description: (d) => `Try again in ${d["seconds"] ?? "a few"} seconds.`,
  },
  TOO_MUCH_AT_ONCE: {
    status: 429,
    message: "Too much at once",
    description: (d) => `Your organisation has reached its limit of concurrent work. Try again in ${d["seconds"] ?? "a few"} seconds.`,
  },
  WORK_TOO_LONG: {
    status: 422,
    message: "Too much work",
    description: plain("The request took too long and was stopped. Request less at once."),
  },
  INTERNAL: {
    status: 500,
    message: "Something went wrong",
    description: plain("The problem is on our side and was logged. Give the correlation id when you report it."),
  },
  EDIT_CONFLICT: {
    status: 409,
    message: "Changed meanwhile",
    description: (d) =>
      `${d["by"] ?? "Someone else"} changed this ${d["at"] === undefined ? "" : `at ${d["at"]}, `}after you opened it. Load it again and repeat your change.`,
  },
} as const satisfies Record<string, ProblemEntry>;
