import { z } from "zod";
import { readMasterKeys } from "./secrets.ts";

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
  /** How long a runtime that stops goes on answering on connections that stand; longer than the edge keeps an idle one (4 s). */
  AIRLOCK_RUNTIME_DRAIN_MILLIS: z.coerce.number().int().min(0).max(8_000).default(5_000),
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
  /** Airlock's own bucket: what people upload, and what is made for them to fetch. */
  AIRLOCK_BUCKET: z.string().min(3).default("airlock"),
  /** The native library that trains predictions; only the worker's children open it. */
  AIRLOCK_LIGHTGBM: z.string().default("/usr/local/lib/lib_lightgbm.so"),
  /** How many bytes of an organisation's BigQuery table one question may read. */
  AIRLOCK_BIGQUERY_BUDGET_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(10 * 1024 ** 3),
  /** Where organisations' own service accounts work; empty for Google's. Others only for emulators. */
  AIRLOCK_GOOGLE_STORAGE_ENDPOINT: z.union([z.literal(""), z.url()]).default(""),
  AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT: z.union([z.literal(""), z.url()]).default(""),
  /** The one token endpoint that a service account's file may name and that is ever asked. Another only for emulators. */
  AIRLOCK_GOOGLE_TOKEN_ENDPOINT: z.url().default("https://oauth2.googleapis.com/token"),
  /**
   * Master keys that stored secrets are sealed with: `id:base64 of 32 bytes`, separated by commas, the one to seal with first.
   * `npm run secrets:rotate` seals everything anew with it, after which the others can go.
   */
  AIRLOCK_SECRET_KEYS: z.string().transform((text, context) => {
    try {
      return readMasterKeys(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "is not valid" });
      return z.NEVER;
    }
  }),
  /** Hosts, `host:port`s and blocks of addresses inside the network that web calls of flows may go to, with commas between. */
  AIRLOCK_EGRESS_ALLOW: z.string().default(""),
  AIRLOCK_FIRST_ORGANISATION: z.string().default("Airlock"),
  /** The first administrator: bound to the person who signs in with this verified address. */
  AIRLOCK_FIRST_ADMIN_EMAIL: z.email(),
  AIRLOCK_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** Connections to Postgres that an api holds at most; who comes then waits. A few for each core of Postgres are the quickest. */
  AIRLOCK_POSTGRES_CONNECTIONS: z.coerce.number().int().min(1).max(1000).default(8),
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
