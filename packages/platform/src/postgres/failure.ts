/** What a failed statement means, by SQLSTATE: the driver's errors are not handled anywhere else. */
export type PostgresFailure =
  /** The server is unavailable or cannot serve now; a retry may help. */
  | { readonly kind: "unavailable" }
  /** A unique index was violated; `constraint` is its name. */
  | { readonly kind: "taken"; readonly constraint: string }
  /** A foreign key was violated: the row is still referenced, or references a missing one. */
  | { readonly kind: "referred"; readonly constraint: string }
  /** One of the schema's own errors, AL001 and so on. */
  | { readonly kind: "protected"; readonly state: string }
  /** A conflict with another transaction or a migration; the same request may succeed when retried. */
  | { readonly kind: "collided" }
  /** A bug. */
  | { readonly kind: "other" };

const connectionErrors = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);
/** 57014 is a statement that exceeded its time limit, 55P03 a lock that was not released in time: both may succeed when retried. */
const unavailableStates = /^(08...|57P0[1-5]|57014|55P03|53...)$/;

export function postgresFailure(error: unknown): PostgresFailure {
  if (!(error instanceof Error)) return { kind: "other" };
  // Errors of Node and the driver have these properties, which their types do not declare.
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  const named = typeof constraint === "string" ? constraint : "";
  if (typeof code !== "string")
    return /timeout exceeded|Connection terminated|is not queryable/.test(error.message) ? { kind: "unavailable" } : { kind: "other" };
  if (connectionErrors.has(code) || unavailableStates.test(code)) return { kind: "unavailable" };
  if (code === "23505") return { kind: "taken", constraint: named };
  if (code === "23503") return { kind: "referred", constraint: named };
  if (code.startsWith("AL")) return { kind: "protected", state: code };
  if (code === "40001" || code === "40P01" || isOutdated(error)) return { kind: "collided" };
  return { kind: "other" };
}

/** A prepared statement from before a migration that changed its result type. The SQLSTATE alone is ambiguous. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.message === "cached plan must not change result type";
}
