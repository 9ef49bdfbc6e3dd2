import {
  bucketSettings,
  clickhouseAccessOf,
  clickhouseSettings,
  createEntrySigner,
  createLog,
  createShutdown,
  natsAccessOf,
  natsSettings,
  postgresTlsOf,
  postgresTlsSettings,
  readConfig,
  startTelemetry,
  stopOnSignals,
} from "@airlock/platform";
import { bucketOf } from "@airlock/platform/bucket-of";
import { connectOutOf, egressPolicyOf } from "@airlock/platform/egress";
import { createSecretBox } from "@airlock/platform/secrets";
import { startWorker } from "./worker.ts";

const config = readConfig([
  "AIRLOCK_PUBLIC_URL",
  "AIRLOCK_HOST",
  "AIRLOCK_WORKER_PORT",
  "AIRLOCK_POSTGRES_URL",
  ...postgresTlsSettings,
  ...natsSettings,
  "AIRLOCK_NATS_REPLICAS",
  "AIRLOCK_NATS_STORE_BYTES",
  "AIRLOCK_NATS_MONITORING_URL",
  ...clickhouseSettings,
  "AIRLOCK_CLICKHOUSE_CLUSTER",
  ...bucketSettings,
  "AIRLOCK_GOOGLE_STORAGE_ENDPOINT",
  "AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT",
  "AIRLOCK_GOOGLE_TOKEN_ENDPOINT",
  "AIRLOCK_BIGQUERY_BUDGET_BYTES",
  "AIRLOCK_SOURCE_MAX_ROWS",
  "AIRLOCK_SOURCE_MAX_BYTES",
  "AIRLOCK_SOURCE_STATEMENT_SECONDS",
  "AIRLOCK_EGRESS_ALLOW",
  "AIRLOCK_DNS_SERVERS",
  "AIRLOCK_SECRET_KEYS",
  "AIRLOCK_LIGHTGBM",
  "AIRLOCK_SMTP_URL",
  "AIRLOCK_MAIL_FROM",
  "AIRLOCK_AUDIT_STREAM_URL",
  "AIRLOCK_AUDIT_STREAM_TOKEN",
  "AIRLOCK_METRICS_TOKEN",
  "AIRLOCK_LOG_LEVEL",
]);
const log = createLog({ name: "worker", level: config.AIRLOCK_LOG_LEVEL });
const shutdown = createShutdown({ log });
stopOnSignals(shutdown, log);
const telemetry = await startTelemetry("airlock-worker");
shutdown.add("telemetry", telemetry.stop);

const worker = await startWorker({
  host: config.AIRLOCK_HOST,
  port: config.AIRLOCK_WORKER_PORT,
  postgresUrl: config.AIRLOCK_POSTGRES_URL,
  postgresTls: postgresTlsOf(config),
  nats: natsAccessOf(config),
  shape: { replicas: config.AIRLOCK_NATS_REPLICAS, storeBytes: config.AIRLOCK_NATS_STORE_BYTES },
  natsMonitoringUrl: config.AIRLOCK_NATS_MONITORING_URL,
  clickhouse: clickhouseAccessOf(config),
  clickhouseCluster: config.AIRLOCK_CLICKHOUSE_CLUSTER,
  ownBucket: bucketOf(config),
  google: {
    token: config.AIRLOCK_GOOGLE_TOKEN_ENDPOINT,
    storage: config.AIRLOCK_GOOGLE_STORAGE_ENDPOINT,
    bigquery: config.AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT,
  },
  bigQueryBudget: config.AIRLOCK_BIGQUERY_BUDGET_BYTES,
  sources: {
    connectOut: connectOutOf(egressPolicyOf(config.AIRLOCK_EGRESS_ALLOW), config.AIRLOCK_DNS_SERVERS),
    maxRows: config.AIRLOCK_SOURCE_MAX_ROWS,
    maxBytes: config.AIRLOCK_SOURCE_MAX_BYTES,
    timeoutMillis: config.AIRLOCK_SOURCE_STATEMENT_SECONDS * 1000,
  },
  secrets: createSecretBox(config.AIRLOCK_SECRET_KEYS),
  signer: createEntrySigner(config.AIRLOCK_SECRET_KEYS),
  lightgbm: config.AIRLOCK_LIGHTGBM,
  smtpUrl: config.AIRLOCK_SMTP_URL,
  mailFrom: config.AIRLOCK_MAIL_FROM,
  publicUrl: config.AIRLOCK_PUBLIC_URL,
  metricsToken: config.AIRLOCK_METRICS_TOKEN,
  auditStream: { url: config.AIRLOCK_AUDIT_STREAM_URL, token: config.AIRLOCK_AUDIT_STREAM_TOKEN },
  log,
});
shutdown.add("worker", worker.stop);
