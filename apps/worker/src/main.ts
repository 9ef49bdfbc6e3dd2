import { createLog, createShutdown, readConfig, startTelemetry, stopOnSignals } from "@airlock/platform";
import { startWorker } from "./worker.ts";

const config = readConfig([
  "AIRLOCK_PUBLIC_URL",
  "AIRLOCK_HOST",
  "AIRLOCK_WORKER_PORT",
  "AIRLOCK_POSTGRES_URL",
  "AIRLOCK_NATS_URL",
  "AIRLOCK_NATS_REPLICAS",
  "AIRLOCK_CLICKHOUSE_URL",
  "AIRLOCK_CLICKHOUSE_DATABASE",
  "AIRLOCK_SMTP_URL",
  "AIRLOCK_MAIL_FROM",
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
  natsUrl: config.AIRLOCK_NATS_URL,
  natsReplicas: config.AIRLOCK_NATS_REPLICAS,
  clickhouseUrl: config.AIRLOCK_CLICKHOUSE_URL,
  clickhouseDatabase: config.AIRLOCK_CLICKHOUSE_DATABASE,
  smtpUrl: config.AIRLOCK_SMTP_URL,
  mailFrom: config.AIRLOCK_MAIL_FROM,
  publicUrl: config.AIRLOCK_PUBLIC_URL,
  log,
});
shutdown.add("worker", worker.stop);
