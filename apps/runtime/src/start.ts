import { createLog, createShutdown, natsAccessOf, natsSettings, newId, readConfig, startTelemetry, stopOnSignals } from "@airlock/platform";
import { startRuntime } from "./runtime.ts";

const config = readConfig([
  "AIRLOCK_HOST",
  "AIRLOCK_PUBLIC_URL",
  "AIRLOCK_RUNTIME_PORT",
  "AIRLOCK_RUNTIME_ADDRESS",
  "AIRLOCK_RUNTIME_MAX_IN_FLIGHT",
  "AIRLOCK_RUNTIME_MAX_BODY_BYTES",
  "AIRLOCK_QUOTA_ORGANISATION_PER_SECOND",
  "AIRLOCK_QUOTA_KEY_PER_SECOND",
  "AIRLOCK_ANSWERS_BYTES_PER_ORGANISATION",
  "AIRLOCK_RUNTIME_DRAIN_MILLIS",
  "AIRLOCK_SPOOL_MAX_BYTES",
  "AIRLOCK_EGRESS_ALLOW",
  "AIRLOCK_DNS_SERVERS",
  "AIRLOCK_DATA_DIR",
  ...natsSettings,
  "AIRLOCK_NATS_REPLICAS",
  "AIRLOCK_NATS_MONITORING_URL",
  "AIRLOCK_SECRET_KEYS",
  "AIRLOCK_METRICS_TOKEN",
  "AIRLOCK_LOG_LEVEL",
]);
const runtimeId = newId();
const log = createLog({ name: "runtime", level: config.AIRLOCK_LOG_LEVEL }).child({ runtimeId });
const shutdown = createShutdown({ log });
stopOnSignals(shutdown, log);
const telemetry = await startTelemetry("airlock-runtime");
shutdown.add("telemetry", telemetry.stop);

const runtime = await startRuntime({
  runtimeId,
  host: config.AIRLOCK_HOST,
  port: config.AIRLOCK_RUNTIME_PORT,
  publicUrl: config.AIRLOCK_PUBLIC_URL,
  address: config.AIRLOCK_RUNTIME_ADDRESS,
  dataFolder: config.AIRLOCK_DATA_DIR,
  nats: natsAccessOf(config),
  natsReplicas: config.AIRLOCK_NATS_REPLICAS,
  natsMonitoringUrl: config.AIRLOCK_NATS_MONITORING_URL,
  maxInFlight: config.AIRLOCK_RUNTIME_MAX_IN_FLIGHT,
  maxBodyBytes: config.AIRLOCK_RUNTIME_MAX_BODY_BYTES,
  organisationPerSecond: config.AIRLOCK_QUOTA_ORGANISATION_PER_SECOND,
  keyPerSecond: config.AIRLOCK_QUOTA_KEY_PER_SECOND,
  answersBytesPerOrganisation: config.AIRLOCK_ANSWERS_BYTES_PER_ORGANISATION,
  drainMillis: config.AIRLOCK_RUNTIME_DRAIN_MILLIS,
  spoolMaxBytes: config.AIRLOCK_SPOOL_MAX_BYTES,
  metricsToken: config.AIRLOCK_METRICS_TOKEN,
  egressAllow: config.AIRLOCK_EGRESS_ALLOW,
  dnsServers: config.AIRLOCK_DNS_SERVERS,
  masterKeys: config.AIRLOCK_SECRET_KEYS,
  log,
});
shutdown.add("runtime", runtime.stop);
