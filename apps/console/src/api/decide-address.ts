import type { decidePath } from "@airlock/contract";

// The contract's type checks it; the contract itself is not loaded for it.
const path: typeof decidePath = "/dme/decide/v1";

/** Where callers reach the live version of a solution. */
export function decideAddress(solutionKey: string): string {
  return `${path}/${encodeURIComponent(solutionKey)}`;
}
