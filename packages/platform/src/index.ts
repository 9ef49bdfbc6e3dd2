/**
 * The one place that opens the outside world. What only some processes may load stands behind a path of its own:
 * `@airlock/platform/clickhouse`, `/postgres`, `/jobs`, `/orders`, `/mail`, `/secrets`, `/service-account`, `/buckets`, `/objects`,
 * `/own-bucket`, `/shelf`, `/stored-account`, `/dataset-tables`, `/csv`, `/warehouse`. A runtime imports none of these.
 */
export { ConfigError, readConfig, type Config, type SettingName } from "./config.ts";
export { idMillis, isId, newId } from "./id.ts";
export { createLanes } from "./lanes.ts";
export { createLog, hideSecrets, logFor, type Log, type LogOptions, type WorkIds } from "./log.ts";
export { createMetrics, type Counter, type Histogram, type Labels, type Metrics } from "./metrics.ts";
export { addProcessMetrics } from "./process-metrics.ts";
export {
  SpanKind,
  startTelemetry,
  traceFields,
  traceFrom,
  traceFromHeaders,
  traceIntoHeaders,
  tracer,
  tracing,
  withSpan,
  type SpanOptions,
  type Telemetry,
  type TraceCarrier,
} from "./telemetry.ts";
export { checkNats, connectNats, type Nats, type NatsOptions } from "./nats.ts";
export { createAppender, type Appender } from "./nats-appender.ts";
export { NotAcknowledged, publishDurable, type DurableMessage } from "./nats-publish.ts";
export { openStreamReader, type StreamMessage, type StreamReader, type StreamReaderOptions } from "./nats-reader.ts";
export { ensureDataPlane } from "./nats-layout.ts";
export { bucketRevision, openBucket, streamBacklog, type Bucket, type BucketEntry, type Watch, type Watcher } from "./nats-bucket.ts";
export { answerHealth, closeServer, listen, readiness, startHealthServer } from "./http-health.ts";
export type { HealthOptions, Part, PartState, Readiness } from "./http-health.ts";
export { answerUnreadable } from "./unreadable-request.ts";
export { createShutdown, stopOnSignals, type Shutdown, type ShutdownOptions } from "./shutdown.ts";
