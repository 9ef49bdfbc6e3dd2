import { z } from "zod";
import { readMasterKeys } from "../crypto/secrets.ts";

/**
 * Every setting of every process, read once from the environment. A process lists the settings it needs, so that a runtime starts without a Postgres
 * URL, and an invalid value is reported by name at the start.
 */
const settings = {
  /** The public origin for users and callers. */
  AIRLOCK_PUBLIC_URL: z.url().default("http://localhost:8080"),
  /** The address that a process listens on; `0.0.0.0` in a container. */
  AIRLOCK_HOST: z.string().default("127.0.0.1"),
  /** The port of the api. */
  AIRLOCK_API_PORT: z.coerce.number().int().default(8081),
  /** The port of a runtime. */
  AIRLOCK_RUNTIME_PORT: z.coerce.number().int().default(8082),
  /** The port of the worker's health and metrics. */
  AIRLOCK_WORKER_PORT: z.coerce.number().int().default(8086),
  /** A folder of this process's own: last good deployments and the spool of a runtime. */
  AIRLOCK_DATA_DIR: z.string(),
  /** The address for other runtimes and the api; empty for the host that it listens on, or its host name if it listens on all addresses. */
  AIRLOCK_RUNTIME_ADDRESS: z.string().default(""),
  /** Maximum concurrent load of a runtime, in units of one call, 64 KiB of body or 16 inputs. Beyond it, calls get 503 before latency grows. */
  AIRLOCK_RUNTIME_MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(1024),
  /** Maximum body size of a call that is not a batch. */
  AIRLOCK_RUNTIME_MAX_BODY_BYTES: z.coerce.number().int().min(1).default(262_144),
  /** Decisions per second and runtime process for each organisation, with a burst of two seconds; 0 for no quota. */
  AIRLOCK_QUOTA_ORGANISATION_PER_SECOND: z.coerce.number().min(0).default(0),
  /** The same for each key. */
  AIRLOCK_QUOTA_KEY_PER_SECOND: z.coerce.number().min(0).default(0),
  /** Maximum bytes of responses to calls with an Idempotency-Key that a runtime process stores in 24 hours for one organisation. */
  AIRLOCK_ANSWERS_BYTES_PER_ORGANISATION: z.coerce
    .number()
    .int()
    .min(1)
    .default(1024 ** 3),
  /** How long a runtime that stops still serves open connections; longer than the edge keeps an idle one (4 s). */
  AIRLOCK_RUNTIME_DRAIN_MILLIS: z.coerce.number().int().min(0).max(8_000).default(5_000),
  /** Maximum size of a runtime's spool while JetStream is unavailable. Beyond it, calls get 503. */
  AIRLOCK_SPOOL_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(1024 ** 3),
  /** Role without BYPASSRLS, used by the api and the worker. */
  AIRLOCK_POSTGRES_URL: z.string(),
  /** Owner of the schema, used by migrations only. */
  AIRLOCK_POSTGRES_MIGRATION_URL: z.string(),
  /** The certificate authority of Postgres, as a file in PEM like the two below. Any of the three turns TLS on. */
  AIRLOCK_POSTGRES_TLS_CA: z.string().default(""),
  /** The certificate of this process at Postgres. */
  AIRLOCK_POSTGRES_TLS_CERT: z.string().default(""),
  /** The key of that certificate. */
  AIRLOCK_POSTGRES_TLS_KEY: z.string().default(""),
  /** One URL, or several separated by commas. With `tls://` an unencrypted connection is refused. */
  AIRLOCK_NATS_URL: z.string(),
  /** How this process authenticates at NATS: this user and a password, or one of the three below. */
  AIRLOCK_NATS_USER: z.string().default(""),
  /** The password of `AIRLOCK_NATS_USER`. */
  AIRLOCK_NATS_PASSWORD: z.string().default(""),
  /** A token, instead of user and password. */
  AIRLOCK_NATS_TOKEN: z.string().default(""),
  /** A file with the seed of an NKey, instead of user and password. */
  AIRLOCK_NATS_NKEY: z.string().default(""),
  /** A credentials file with a JWT, instead of user and password. */
  AIRLOCK_NATS_CREDS: z.string().default(""),
  /** The certificate authority of the NATS servers, as a file in PEM like the two below. */
  AIRLOCK_NATS_TLS_CA: z.string().default(""),
  /** The certificate of this process at NATS. */
  AIRLOCK_NATS_TLS_CERT: z.string().default(""),
  /** The key of that certificate. */
  AIRLOCK_NATS_TLS_KEY: z.string().default(""),
  /** Replicas of every stream: 1 on one machine, 3 on a cluster. Migrations set it; other processes are not ready below it. */
  AIRLOCK_NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Space for the streams on each server's disk, not more than `max_file_store`. Every stream has a fixed share of it. */
  AIRLOCK_NATS_STORE_BYTES: z.coerce
    .number()
    .int()
    .min(64 * 1024 ** 2)
    .default(20 * 1024 ** 3),
  /** Monitoring addresses of the NATS servers, separated by commas: the only way to check that `sync_interval` is `always`. */
  AIRLOCK_NATS_MONITORING_URL: z.string().default(""),
  /** The HTTP interface of ClickHouse. */
  AIRLOCK_CLICKHOUSE_URL: z.url(),
  /** The database of executions and datasets; migrations create it. */
  AIRLOCK_CLICKHOUSE_DATABASE: z.string().default("airlock"),
  /** This process's user of `deploy/clickhouse/users.xml`. */
  AIRLOCK_CLICKHOUSE_USER: z.string().default("default"),
  /** The password of `AIRLOCK_CLICKHOUSE_USER`. */
  AIRLOCK_CLICKHOUSE_PASSWORD: z.string().default(""),
  /** For an `https://` address: the certificate authority of ClickHouse, as a file in PEM like the two below. */
  AIRLOCK_CLICKHOUSE_TLS_CA: z.string().default(""),
  /** The certificate of this process at ClickHouse. */
  AIRLOCK_CLICKHOUSE_TLS_CERT: z.string().default(""),
  /** The key of that certificate. */
  AIRLOCK_CLICKHOUSE_TLS_KEY: z.string().default(""),
  /** Name of a ClickHouse cluster: tables are then created on all servers, replicated. Empty for one server. */
  AIRLOCK_CLICKHOUSE_CLUSTER: z.string().default(""),
  /** The identity provider: the `iss` of access tokens. */
  AIRLOCK_OIDC_ISSUER: z.url(),
  /** The console's client at the identity provider; tokens issued to another client are refused. */
  AIRLOCK_OIDC_CLIENT_ID: z.string().default("airlock-console"),
  /** Required in the `aud` of an access token. An ID token never has it. */
  AIRLOCK_OIDC_AUDIENCE: z.string().default("airlock-api"),
  /** The mail server, with credentials if needed: `smtps://user:password@mail.example.com`. */
  AIRLOCK_SMTP_URL: z.string(),
  /** The sender of mails. */
  AIRLOCK_MAIL_FROM: z.string().default("Airlock <airlock@localhost>"),
  /** The API of Airlock's own bucket server: Google Cloud Storage's or S3's. */
  AIRLOCK_BUCKET_SERVER: z.enum(["gcs", "s3"]).default("gcs"),
  /** With `s3`: its endpoint, such as `https://s3.example.com`; empty for Amazon's. */
  AIRLOCK_S3_ENDPOINT: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
  /** With `s3`: the region of the bucket. */
  AIRLOCK_S3_REGION: z.string().min(1).default("us-east-1"),
  /** With `s3`: the access key; empty for the role of the machine or pod. */
  AIRLOCK_S3_ACCESS_KEY: z.string().default(""),
  /** The secret key of `AIRLOCK_S3_ACCESS_KEY`. */
  AIRLOCK_S3_SECRET_KEY: z.string().default(""),
  /** With `gcs`: the endpoint of Airlock's own bucket server; empty for Google's. */
  AIRLOCK_GCS_ENDPOINT: z.string().default(""),
  /** Airlock's own bucket, for uploads and exports. */
  AIRLOCK_BUCKET: z.string().min(3).default("airlock"),
  /** The native library that trains predictions; only the worker's children open it. */
  AIRLOCK_LIGHTGBM: z.string().default("/usr/local/lib/lib_lightgbm.so"),
  /** Maximum bytes of an organisation's BigQuery table that one query may read. */
  AIRLOCK_BIGQUERY_BUDGET_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(10 * 1024 ** 3),
  /** Maximum rows of an organisation's Postgres table that one run may read. */
  AIRLOCK_SOURCE_MAX_ROWS: z.coerce.number().int().min(1).default(10_000_000),
  /** Maximum bytes that its server may send for one run. */
  AIRLOCK_SOURCE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1024 ** 2)
    .default(10 * 1024 ** 3),
  /** Time limit of each statement there. A view is computed within the first of them. */
  AIRLOCK_SOURCE_STATEMENT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  /** Cloud Storage endpoint for organisations' own service accounts; empty for Google's. Set only for emulators. */
  AIRLOCK_GOOGLE_STORAGE_ENDPOINT: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
  /** The same for BigQuery. */
  AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
  /** The only token endpoint that a service account's file may name and that is ever called. Set only for emulators. */
  AIRLOCK_GOOGLE_TOKEN_ENDPOINT: z.url().default("https://oauth2.googleapis.com/token"),
  /**
   * Master keys for stored secrets: `id:base64 of 32 bytes`, separated by commas, the current one first. `npm run secrets:rotate` encrypts everything
   * again with it, after which the others can be removed.
   */
  AIRLOCK_SECRET_KEYS: z.string().transform((text, context) => {
    try {
      return readMasterKeys(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "is not valid" });
      return z.NEVER;
    }
  }),
  /** Internal hosts, `host:port`s and address blocks that web calls of flows, Postgres datasources and S3 accounts may reach, separated by commas. */
  AIRLOCK_EGRESS_ALLOW: z.string().default(""),
  /** Destination of audit entries: `https:` for JSON lines by POST, `syslog:` or `syslog+tls:` for RFC 5424. Empty disables the stream. */
  AIRLOCK_AUDIT_STREAM_URL: z.union([z.literal(""), z.url({ protocol: /^(https?|syslog(\+tls)?)$/ })]).default(""),
  /** Sent as a bearer token to an `https:` receiver; empty for none. */
  AIRLOCK_AUDIT_STREAM_TOKEN: z.string().default(""),
  /** Name servers for web calls of flows, Postgres datasources and S3 accounts, as `address` or `address:port` separated by commas; empty for those of `/etc/resolv.conf`. */
  AIRLOCK_DNS_SERVERS: z
    .string()
    .default("")
    .refine((text) => text === "" || text.split(",").every((server) => /^(?:[\d.]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(server.trim())), {
      message: "must be addresses of name servers, like 10.0.0.2,[fd00::2]:53",
    }),
  /** How long an erasure, or a shorter retention of executions, can be cancelled before it takes effect; 0 for not at all. */
  AIRLOCK_DELETION_DELAY_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(3600),
  /** The name of the organisation that the first start creates. */
  AIRLOCK_FIRST_ORGANISATION: z.string().default("Airlock"),
  /** The first administrator: bound to the person who signs in with this verified address. */
  AIRLOCK_FIRST_ADMIN_EMAIL: z.email(),
  /** Bearer token that `GET /metrics` requires; empty for none. */
  AIRLOCK_METRICS_TOKEN: z.string().default(""),
  /** Lines below this level are not logged. */
  AIRLOCK_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** Maximum Postgres connections of an api process; further requests wait. A few per core of Postgres give the best throughput. */
  AIRLOCK_POSTGRES_CONNECTIONS: z.coerce.number().int().min(1).max(1000).default(8),
  /**
   * Proxies in front of the api, separated by commas: addresses, blocks, or `loopback`, `linklocal`, `uniquelocal`. `X-Forwarded-For` is trusted as
   * the caller's address, which rate limits use, only if the request comes from one of these.
   */
  AIRLOCK_TRUSTED_PROXIES: z
    .string()
    .default("loopback")
    .transform((text) =>
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ""),
    ),
  /** Requests per minute and address at the api. */
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
