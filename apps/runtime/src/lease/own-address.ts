import { hostname } from "node:os";

/** Wildcard addresses: a server can listen on them, but no client can connect to them. */
const everywhere = new Set(["0.0.0.0", "::", "[::]"]);

/**
 * The address at which other runtimes and the api reach this one: the configured one, or the host that it listens on. A runtime in a container
 * listens on a wildcard address; others on its network know it by its host name.
 */
export function ownAddress(configured: string, host: string, port: number): string {
  if (configured !== "") return configured;
  return `http://${everywhere.has(host) ? hostname() : host}:${port}`;
}
