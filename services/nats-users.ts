/** The users of `deploy/nats/nats.conf`, and `route` between the servers of a cluster. */
export type NatsUser = "runtime" | "api" | "worker" | "migrate" | "admin" | "route";

const users: readonly NatsUser[] = ["runtime", "api", "worker", "migrate", "admin", "route"];

/** Public, like every development password. */
export function natsCredentials(user: NatsUser): { readonly user: string; readonly password: string } {
  return { user, password: `airlock-${user}` };
}

/** What `nats.conf` reads from the environment of its server. */
export function natsPasswords(): Readonly<Record<string, string>> {
  return Object.fromEntries(users.map((user) => [`AIRLOCK_NATS_${user.toUpperCase()}_PASSWORD`, natsCredentials(user).password]));
}

/** Adds credentials to each of the URLs. */
export function natsUrlOf(servers: string, user: NatsUser): string {
  return servers.replaceAll("nats://", `nats://${user}:${natsCredentials(user).password}@`);
}
