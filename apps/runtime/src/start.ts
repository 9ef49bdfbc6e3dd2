import { createLog, createShutdown, newId, readConfig, startTelemetry, stopOnSignals } from "@airlock/platform";
import { createSecretBox } from "@airlock/platform/secrets";
import { startRuntime } from "./runtime.ts";

const config = readConfig([
  "AIRLOCK_HOST",
  "AIRLOCK_RUNTIME_PORT",
  "AIRLOCK_RUNTIME_ADDRESS",
  "AIRLOCK_RUNTIME_MAX_IN_FLIGHT",
  "AIRLOCK_RUNTIME_MAX_BODY_BYTES",
  "AIRLOCK_RUNTIME_DRAIN_MILLIS",
  "AIRLOCK_SPOOL_MAX_BYTES",
  "AIRLOCK_EGRESS_ALLOW",
  "AIRLOCK_DATA_DIR",
  "AIRLOCK_NATS_URL",
  "AIRLOCK_NATS_REPLICAS",
  "AIRLOCK_LOG_LEVEL",
]);
// An installation whose flows use no secrets need not give its runtimes the keys.
const sealing = process.env["AIRLOCK_SECRET_KEYS"] ? readConfig(["AIRLOCK_SECRET_KEYS"]).AIRLOCK_SECRET_KEYS : undefined;
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
  address: config.AIRLOCK_RUNTIME_ADDRESS,
  dataFolder: config.AIRLOCK_DATA_DIR,
  natsUrl: config.AIRLOCK_NATS_URL,
  natsReplicas: config.AIRLOCK_NATS_REPLICAS,
  maxInFlight: config.AIRLOCK_RUNTIME_MAX_IN_FLIGHT,
  maxBodyBytes: config.AIRLOCK_RUNTIME_MAX_BODY_BYTES,
  drainMillis: config.AIRLOCK_RUNTIME_DRAIN_MILLIS,
  spoolMaxBytes: config.AIRLOCK_SPOOL_MAX_BYTES,
  egressAllow: config.AIRLOCK_EGRESS_ALLOW,
  secretBox: sealing === undefined ? undefined : createSecretBox(sealing),
  log,
});
shutdown.add("runtime", runtime.stop);
