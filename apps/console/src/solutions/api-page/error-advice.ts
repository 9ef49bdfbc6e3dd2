/** What a caller does about each refusal of the execute call. */
const advice: Readonly<Record<string, string>> = {
  INVALID_REQUEST: "Fix the request",
  BODY_NOT_JSON: "Fix the body",
  INPUT_INVALID: "Fix the fields in problems",
  IDEMPOTENCY_KEY_INVALID: "Fix the header",
  KEY_INVALID: "Use another key",
  PERMISSION_MISSING: "Add the role Caller",
  VERSION_NOT_FOUND: "Check the address",
  METHOD_NOT_ALLOWED: "Use POST",
  VERSION_NOT_SERVING: "Start serving the version",
  IDEMPOTENCY_IN_PROGRESS: "Retry soon, same key",
  BODY_TOO_LARGE: "Send less",
  BATCH_TOO_LARGE: "Send several calls",
  BATCH_RESPONSE_TOO_LARGE: "Send several calls",
  IDEMPOTENCY_ANSWER_TOO_LARGE: "Send several calls",
  MEDIA_TYPE_UNSUPPORTED: "Set the content type",
  IDEMPOTENCY_KEY_REUSED: "Use a new key",
  EXECUTION_TOO_LARGE: "Send shorter texts",
  RATE_LIMITED: "Wait for Retry-After",
  IDEMPOTENCY_QUOTA_EXCEEDED: "Wait for Retry-After",
  QUOTA_EXCEEDED: "Wait for Retry-After",
  ORGANISATION_BUSY: "Wait for Retry-After",
  HEADERS_TOO_LARGE: "Send shorter headers",
  INTERNAL: "Report the correlation id",
  EXECUTION_UNCONFIRMED: "Retry, same idempotency key",
  DATABASE_UNAVAILABLE: "Retry",
  IDEMPOTENCY_UNAVAILABLE: "Retry",
  EXECUTION_NOT_LOGGED: "Retry",
  OVERLOADED: "Retry",
};

/** Empty for a code that this console does not know. */
export function errorAdvice(code: string): string {
  return Object.hasOwn(advice, code) ? (advice[code] ?? "") : "";
}
