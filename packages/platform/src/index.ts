/**
 * Access to everything outside the process. Parts that only some processes may load have a path of their own: `@airlock/platform/clickhouse`,
 * `/postgres`, `/jobs`, `/mail`, `/secrets`, `/service-account`, `/buckets`, `/objects`, `/own-bucket`, `/bucket-of`, `/file-source`, `/stored-account`, `/csv`,
 * `/warehouse`. The import rules (`scripts/law/law.ts`) list those that a runtime never loads.
 */
export { ConfigError, readConfig, type Config, type SettingName } from "./process/config.ts";
export { idMillis, isId, newId } from "./process/id.ts";
export { Busy, createSlotQueue, type SlotQueue } from "./process/slot-queue.ts";
export { createLanes, type Lane } from "./process/lanes.ts";
export { createLog, hideSecrets, logFor, type Log, type LogOptions, type WorkIds } from "./process/log.ts";
export { createMetrics, type Counter, type Histogram, type Labels, type Metrics } from "./process/metrics.ts";
export { metricEntries } from "./process/metric-table.ts";
export { addProcessMetrics } from "./process/process-metrics.ts";
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
} from "./process/telemetry.ts";
export { checkNats, connectNats, type Nats, type NatsOptions } from "./nats/nats.ts";
export { createPersonAssertions, type PersonAssertions } from "./crypto/person-assertion.ts";
export { createEntrySigner, type EntrySignature, type EntrySigner } from "./nats/entry-signature.ts";
export { createAppender, type Appender } from "./nats/appender.ts";
export { MessageRefused, NotAcknowledged, publishDurable, type DurableMessage } from "./nats/publish.ts";
export { openDeadLetters, type DeadLetter, type DeadLetters } from "./nats/dead-letters.ts";
export { openStreamReader, type StreamMessage, type StreamReader, type StreamReaderOptions } from "./nats/reader.ts";
export { clickhouseAccessOf, clickhouseSettings, type ClickHouseAccess } from "./clickhouse/access.ts";
export { natsAccessOf, natsSettings, type NatsAccess } from "./nats/access.ts";
export { postgresConnection, postgresTlsOf, postgresTlsSettings, type PostgresConnection } from "./postgres/access.ts";
export type { TlsFiles } from "./crypto/tls-files.ts";
export {
  compareDataPlane,
  compareStream,
  createMissingLeases,
  createMissingStreams,
  DataPlaneError,
  dataPlaneStreams,
  ensureDataPlane,
  type DataPlaneShape,
  type StreamProblem,
} from "./nats/layout.ts";
export { judgeShape, readSync, watchShape, type ShapeWatch, type Sync } from "./nats/shape.ts";
export { bucketRevision, openBucket, streamBacklog, type Bucket, type BucketEntry, type Watch, type Watcher } from "./nats/bucket.ts";
export { answerHealth, closeServer, listen, mayReadMetrics, readiness, startHealthServer } from "./process/http-health.ts";
export type { HealthOptions, Part, PartState, Readiness } from "./process/http-health.ts";
export { answerUnreadable } from "./process/unreadable-request.ts";
export { untilReady, type UntilReadyOptions } from "./process/until-ready.ts";
export { createShutdown, stopOnSignals, type Shutdown, type ShutdownOptions } from "./process/shutdown.ts";
export { bucketSettings } from "./objects/bucket-settings.ts";
