/** Problems of calls that request a decision from a runtime. */
import { plain, type ProblemEntry } from "./entry.ts";

export const decideProblems = {
  KEY_INVALID: { status: 401, message: "Key refused", description: plain("Send a valid key of a system account as a bearer token.") },
  INPUT_INVALID: {
    status: 400,
    message: "Invalid input",
    description: plain("The field values do not fit this version; see the list of problems."),
  },
  EXECUTION_TOO_LARGE: {
    status: 422,
    message: "Execution too large",
    description: (d) =>
      `The execution takes ${d["size"] ?? "more"} bytes; at most ${d["limit"] ?? "a megabyte"} can be recorded. Nothing was recorded. Send shorter texts, or copy fewer of them in the solution.`,
  },
  EXECUTION_NOT_LOGGED: {
    status: 503,
    message: "Not recorded",
    description: plain("The decision could not be recorded durably, so it is not returned. Try again soon."),
  },
  EXECUTION_UNCONFIRMED: {
    status: 500,
    message: "Not confirmed",
    description: plain(
      "The decision may have been recorded, but that was not confirmed, so it is not returned. Call again, with an Idempotency-Key where a decision must not be recorded twice.",
    ),
  },
  BATCH_TOO_LARGE: {
    status: 413,
    message: "Too many inputs",
    description: (d) => `One call takes at most ${d["limit"] ?? "1,000"} inputs. Send them in several calls.`,
  },
  BATCH_RESPONSE_TOO_LARGE: {
    status: 413,
    message: "Response too large",
    description: (d) =>
      `The responses and the log of one batch may have ${d["limit"] ?? "32,000,000"} bytes together. Nothing was recorded. Send fewer inputs per call.`,
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    message: "Unusable Idempotency-Key",
    description: plain("An Idempotency-Key has 1 to 255 printable characters."),
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: "Idempotency-Key used before",
    description: plain("This Idempotency-Key was sent with another request in the last 24 hours. Use a new one for each request."),
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: "In progress",
    description: plain("The first call with this Idempotency-Key has no response yet. Try again soon to get it."),
  },
  IDEMPOTENCY_ANSWER_TOO_LARGE: {
    status: 413,
    message: "Too large to keep",
    description: (d) =>
      `The response and the log of a call with an Idempotency-Key may have ${d["limit"] ?? "3,000,000"} bytes together. Send fewer inputs per call.`,
  },
  IDEMPOTENCY_QUOTA_EXCEEDED: {
    status: 429,
    message: "Quota exceeded",
    description: (d) =>
      `This organisation has reached its limit of stored responses for 24 hours. Call without an Idempotency-Key, or again in ${d["seconds"] ?? "a few"} seconds.`,
  },
  IDEMPOTENCY_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("Responses cannot be stored at the moment, so calls with an Idempotency-Key are refused. Try again soon."),
  },
  QUOTA_EXCEEDED: {
    status: 429,
    message: "Quota exceeded",
    description: (d) => `The organisation or the key has used its decisions per second. Try again in ${d["seconds"] ?? "a few"} seconds.`,
  },
  ORGANISATION_BUSY: {
    status: 429,
    message: "Too many decisions at once",
    description: plain("This organisation has more decisions in progress than its share. Try again soon."),
  },
  OVERLOADED: { status: 503, message: "Overloaded", description: plain("The service has more calls than it can handle. Try again soon.") },
} as const satisfies Record<string, ProblemEntry>;
