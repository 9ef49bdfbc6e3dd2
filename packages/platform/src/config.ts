import { z } from "zod";

/**
 * Every setting of every process, read once from the environment. A process names the settings it needs, so that a runtime
 * starts without a Postgres address and a wrong address is told at start, by name.
 */
const settings = {
  /** The one origin that people and callers see. */
  AIRLOCK_PUBLIC_URL: z.url().default("http://localhost:8080"),
  AIRLOCK_HOST: z.string().default("127.0.0.1"),
  AIRLOCK_API_PORT: z.coerce.number().int().default(8081),
  AIRLOCK_RUNTIME_PORT: z.coerce.number().int().default(8082),
  AIRLOCK_WORKER_PORT: z.coerce.number().int().default(8086),
  /** A folder of this process's own: last good deployments and the spool of a runtime. */
  AIRLOCK_DATA_DIR: z.string(),
  /** Where other runtimes reach this one; empty for the host and port it listens on. */
  AIRLOCK_RUNTIME_ADDRESS: z.string().default(""),
  /** Decisions that a runtime works on at once; past it, it says 503 before latency grows. */
  AIRLOCK_RUNTIME_MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(1024),
  AIRLOCK_RUNTIME_MAX_BODY_BYTES: z.coerce.number().int().min(1).default(262_144),
  /** How much a runtime keeps on disk while JetStream is away; past it, it says 503. */
  AIRLOCK_SPOOL_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(1024 ** 3),
  /** Role without BYPASSRLS: what the api and the worker use. */
  AIRLOCK_POSTGRES_URL: z.string(),
  /** Owner of the schema: migrations only. */
  AIRLOCK_POSTGRES_MIGRATION_URL: z.string(),
  AIRLOCK_NATS_URL: z.string(),
  /** 1 on one machine, 3 on a cluster. */
  AIRLOCK_NATS_REPLICAS: z.coerce.number().int().default(1),
  AIRLOCK_CLICKHOUSE_URL: z.url(),
  AIRLOCK_CLICKHOUSE_DATABASE: z.string().default("airlock"),
  /** Name of a ClickHouse cluster: tables are then made on all of it, replicated. Empty for one server. */
  AIRLOCK_CLICKHOUSE_CLUSTER: z.string().default(""),
  AIRLOCK_OIDC_ISSUER: z.url(),
  AIRLOCK_OIDC_CLIENT_ID: z.string().default("airlock-console"),
  /** What an access token's `aud` must hold. An ID token never does. */
  AIRLOCK_OIDC_AUDIENCE: z.string().default("airlock-api"),
  AIRLOCK_SMTP_URL: z.string(),
  AIRLOCK_MAIL_FROM: z.string().default("Airlock <airlock@localhost>"),
  /** GCS API endpoint of Airlock's own bucket server; empty for Google's. */
  AIRLOCK_GCS_ENDPOINT: z.string().default(""),
  AIRLOCK_FIRST_ORGANISATION: z.string().default("Airlock"),
  /** The first administrator: bound to the person who signs in with this verified address. */
  AIRLOCK_FIRST_ADMIN_EMAIL: z.email(),
  AIRLOCK_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** Requests a minute for each address at the api. */
  AIRLOCK_RATE_LIMIT: z.coerce.number().int().default(1200),
} as const;

export type SettingName = keyof typeof settings;
export type Config<Name extends SettingName> = { readonly [K in Name]: z.output<(typeof settings)[K]> };

export class ConfigError extends Error {}

export function readConfig<const Name extends SettingName>(
  names: readonly Name[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config<Name> {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const name of names) {
    const read = settings[name].safeParse(environment[name]);
    if (read.success) config[name] = read.data;
    else problems.push(`${name}: ${environment[name] === undefined ? "is not set" : (read.error.issues[0]?.message ?? "is not valid")}`);
  }
  if (problems.length > 0) throw new ConfigError(`The environment is not complete.\n  ${problems.join("\n  ")}`);
  // Each entry was parsed by its own schema just above.
  return config as Config<Name>;
}
