import { hostname } from "node:os";

/** Names for every address of a machine: a server can listen on them, but no client can connect to them. */
const everywhere = new Set(["0.0.0.0", "::", "[::]"]);

/**
 * Where other runtimes and the api reach this one: what is configured, or the host that it listens on. A runtime in a container listens everywhere; others
 * on its network know it by its host name.
 */
export function ownAddress(configured: string, host: string, port: number): string {
  if (configured !== "") return configured;
  return `http://${everywhere.has(host) ? hostname() : host}:${port}`;
}
