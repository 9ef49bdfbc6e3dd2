/** What a failed statement means to the product, by SQLSTATE: the driver's errors never travel further than this. */
export type PostgresFailure =
  /** The server is away or cannot serve now; trying again may help. */
  | { readonly kind: "unavailable" }
  /** A unique index refused; `constraint` is its name. */
  | { readonly kind: "taken"; readonly constraint: string }
  /** A row is still referred to, or refers to nothing. */
  | { readonly kind: "referred"; readonly constraint: string }
  /** One of the schema's own refusals, AL001 and so on. */
  | { readonly kind: "protected"; readonly state: string }
  /** Two transactions, or one and a migration, got in each other's way; the same request may go through the next time. */
  | { readonly kind: "collided" }
  /** A defect. */
  | { readonly kind: "other" };

const connectionErrors = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);
/** 57014 is a statement that ran into its time limit, 55P03 a lock that was not released in time: both may pass the next time. */
const unavailableStates = /^(08...|57P0[1-5]|57014|55P03|53...)$/;

export function postgresFailure(error: unknown): PostgresFailure {
  if (!(error instanceof Error)) return { kind: "other" };
  // Node's and the driver's errors carry these; nothing says so in their types.
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  const named = typeof constraint === "string" ? constraint : "";
  if (typeof code !== "string")
    return /timeout exceeded|Connection terminated/.test(error.message) ? { kind: "unavailable" } : { kind: "other" };
  if (connectionErrors.has(code) || unavailableStates.test(code)) return { kind: "unavailable" };
  if (code === "23505") return { kind: "taken", constraint: named };
  if (code === "23503") return { kind: "referred", constraint: named };
  if (code.startsWith("AL")) return { kind: "protected", state: code };
  if (code === "40001" || code === "40P01" || isOutdated(error)) return { kind: "collided" };
  return { kind: "other" };
}

/** A prepared statement from before a migration that changed what it answers. The state alone means many things. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.message === "cached plan must not change result type";
}
