import { ApiProblem } from "../../api/api-problem.ts";

/** A short code for a failure inside the console. The same failure has the same code, so that reports of it can be matched. */
export function faultCode(error: unknown): string {
  if (error instanceof ApiProblem) return error.code;
  const text = error instanceof Error ? `${error.name}:${error.message}` : String(error);
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  const digits = (hash >>> 0).toString(16).toUpperCase().padStart(8, "0");
  return `UI-${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** The server's own words, 'message: description'. A failure inside the console has none that help a user. */
export function faultText(error: unknown): string | undefined {
  return error instanceof ApiProblem ? `${error.message}: ${error.description}` : undefined;
}

/** What 'Copy details' puts on the clipboard. Nothing of the session is in it. */
export function faultDetails(error: unknown, where: string): string {
  const lines = [`code: ${faultCode(error)}`, `page: ${where}`, `version: ${__PRODUCT_VERSION__}`];
  if (error instanceof ApiProblem) {
    lines.push(`status: ${error.status}`, `message: ${error.message}: ${error.description}`, `correlation: ${error.correlationId}`);
  } else if (error instanceof Error) {
    lines.push(`message: ${error.message}`, error.stack ?? "");
  }
  return lines.join("\n");
}
