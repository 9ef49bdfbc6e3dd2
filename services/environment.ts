import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clickhouseAccessOf, clickhouseSettings, readConfig, type ClickHouseAccess, type SettingName } from "@airlock/platform";
import { clickhouseCredentials } from "./clickhouse-users.ts";
import { seededAccounts } from "./idp/accounts.ts";
import { apiAudience, consoleClientId } from "./idp/provider.ts";
import { port, publicUrl, type Instance } from "./instance.ts";
import { bigqueryUrl } from "./parts/bigquery.ts";
import { clickhouseDatabase, clickhouseUrl } from "./parts/clickhouse.ts";
import { gcsUrl } from "./parts/gcs.ts";
import { idpIssuer, serviceAccountTokenUrl } from "./parts/idp.ts";
import { smtpUrl } from "./parts/inbox.ts";
import { natsCredentials, type NatsUser } from "./nats-users.ts";
import { natsMonitoringUrl, natsReplicas, natsServers } from "./parts/nats.ts";
import { lightgbmLibrary } from "./install/lightgbm.ts";
import { postgresUrl } from "./parts/postgres.ts";

/** Public: it only protects what developers upload. */
export const developmentMasterKeys = `development:${Buffer.from("airlock development master key..").toString("base64")}`;

/**
 * The settings of a process for this instance, each with its own NATS and ClickHouse user; limits have the product's defaults. ClickHouse has no user
 * `runtime`, because a runtime does not connect to it.
 */
export function environment(instance: Instance, user: NatsUser = "admin") {
  const nats = natsCredentials(user);
  const clickhouse = clickhouseCredentials(user);
  return {
    AIRLOCK_PUBLIC_URL: publicUrl(instance),
    AIRLOCK_HOST: "127.0.0.1",
    AIRLOCK_API_PORT: String(port(instance, "api")),
    AIRLOCK_RUNTIME_PORT: String(port(instance, "runtime1")),
    AIRLOCK_WORKER_PORT: String(port(instance, "worker")),
    AIRLOCK_DATA_DIR: join(instance.folder, "data"),
    AIRLOCK_POSTGRES_URL: postgresUrl(instance, "app"),
    AIRLOCK_POSTGRES_MIGRATION_URL: postgresUrl(instance, "owner"),
    AIRLOCK_NATS_URL: natsServers(instance),
    AIRLOCK_NATS_USER: nats.user,
    AIRLOCK_NATS_PASSWORD: nats.password,
    AIRLOCK_NATS_REPLICAS: natsReplicas(instance),
    AIRLOCK_NATS_MONITORING_URL: natsMonitoringUrl(instance),
    AIRLOCK_CLICKHOUSE_URL: clickhouseUrl(instance),
    AIRLOCK_CLICKHOUSE_DATABASE: clickhouseDatabase,
    AIRLOCK_CLICKHOUSE_USER: clickhouse.user,
    AIRLOCK_CLICKHOUSE_PASSWORD: clickhouse.password,
    AIRLOCK_OIDC_ISSUER: idpIssuer(instance),
    AIRLOCK_OIDC_CLIENT_ID: consoleClientId,
    AIRLOCK_OIDC_AUDIENCE: apiAudience,
    AIRLOCK_SMTP_URL: smtpUrl(instance),
    AIRLOCK_MAIL_FROM: "Airlock <airlock@airlock.test>",
    AIRLOCK_GCS_ENDPOINT: gcsUrl(instance),
    AIRLOCK_BUCKET: "airlock",
    AIRLOCK_LIGHTGBM: lightgbmLibrary(),
    AIRLOCK_GOOGLE_STORAGE_ENDPOINT: gcsUrl(instance),
    AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT: bigqueryUrl(instance),
    AIRLOCK_GOOGLE_TOKEN_ENDPOINT: serviceAccountTokenUrl(instance),
    AIRLOCK_SECRET_KEYS: developmentMasterKeys,
    AIRLOCK_FIRST_ORGANISATION: "Airlock",
    AIRLOCK_FIRST_ADMIN_EMAIL: seededAccounts[0]?.email ?? "",
    // In development no proxy holds idle connections that need draining.
    AIRLOCK_RUNTIME_DRAIN_MILLIS: "0",
    AIRLOCK_LOG_LEVEL: "info",
    AIRLOCK_RATE_LIMIT: "1200",
    AIRLOCK_TRUSTED_PROXIES: "loopback",
  } satisfies Partial<Record<SettingName, string>>;
}

/** The instance's ClickHouse for tests and benches, which prepare and inspect what processes may not. */
export function clickhouseAccess(instance: Instance): ClickHouseAccess {
  return clickhouseAccessOf(readConfig(clickhouseSettings, environment(instance, "admin")));
}

export function environmentFile(instance: Instance): string {
  return join(instance.folder, "env");
}

export async function writeEnvironment(instance: Instance): Promise<void> {
  const values = environment(instance);
  await mkdir(values.AIRLOCK_DATA_DIR, { recursive: true });
  const lines = Object.entries(values).map(([name, value]) => `${name}=${/[\s<>"'#]/.test(value) ? JSON.stringify(value) : value}`);
  await writeFile(environmentFile(instance), `${lines.join("\n")}\n`);
}
