import {
  createMissingStreams,
  openStreamReader,
  type DataPlaneShape,
  type Log,
  type Metrics,
  type Nats,
  type PartState,
  type StreamReader,
} from "@airlock/platform";
import { isDataError, type ClickHouse } from "@airlock/platform/clickhouse";
import { repeat } from "../repeat.ts";
import type { BatchLimits } from "./batch.ts";
import { createSink, RowsRefused, type SinkOptions } from "./sink.ts";

export interface RunningSink {
  /** Whether it is reading the stream and moving rows. */
  readonly check: () => PartState;
  readonly stop: () => Promise<void>;
}

/** The servers that a sink connects. */
export interface SinkServers {
  readonly nats: Nats;
  readonly shape: DataPlaneShape;
  readonly clickhouse: ClickHouse;
  readonly metrics: Metrics;
  readonly log: Log;
}

export interface StreamSinkOptions extends SinkServers, Pick<SinkOptions, "noun" | "read" | "writeDeadLetter" | "used"> {
  readonly stream: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** The second table. */
  readonly shadows?: { readonly table: string; readonly columns: readonly string[] };
  /** Prefix of its metrics. */
  readonly metricPrefix: "airlock_sink" | "airlock_refused_sink";
  readonly limits?: BatchLimits;
}

const reopenMillis = 500;

/** Runs a sink with JetStream and ClickHouse until the process stops. */
export function startStreamSink(options: StreamSinkOptions): RunningSink {
  const { nats, clickhouse, metrics, log, noun, metricPrefix } = options;
  const rows = noun.many.charAt(0).toUpperCase() + noun.many.slice(1);
  let reader: StreamReader | undefined;
  const sink = createSink({
    noun,
    read: options.read,
    next: async (waitMillis) => {
      if (reader === undefined) throw new Error("The reader is not open.");
      return reader.next(waitMillis);
    },
    insert: async (lines, shadowLines) => {
      try {
        if (lines.length > 0) await clickhouse.insertLines(options.table, options.columns, lines);
        // After the first table: if this insert fails, both are repeated, which is idempotent.
        if (options.shadows !== undefined && shadowLines.length > 0) {
          await clickhouse.insertLines(options.shadows.table, options.shadows.columns, shadowLines);
        }
      } catch (error) {
        throw isDataError(error) ? new RowsRefused(firstLine(error), { cause: error }) : error;
      }
    },
    writeDeadLetter: options.writeDeadLetter,
    ...(options.used === undefined ? {} : { used: options.used }),
    metrics: {
      inserted: metrics.counter(`${metricPrefix}_rows_total`, `${rows} moved into ClickHouse, again ones counted again.`),
      inserts: metrics.counter(`${metricPrefix}_inserts_total`, `Inserts of ${noun.many} into ClickHouse.`),
      failures: metrics.counter(`${metricPrefix}_failures_total`, `Inserts of ${noun.many} that ClickHouse did not take.`),
      dead: metrics.counter(`${metricPrefix}_dead_total`, `Lines of ${noun.many} that could not be read and became dead letters.`),
      batchRows: metrics.histogram(`${metricPrefix}_batch_rows`, `Rows of an insert of ${noun.many}.`, [1, 10, 100, 1_000, 5_000, 20_000]),
    },
    log,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });

  async function open(): Promise<void> {
    await createMissingStreams(nats, options.shape);
    sink.reopened();
    reader = await openStreamReader(nats, {
      stream: options.stream,
      durable: "clickhouse",
      acknowledgeMillis: 10_000,
      ahead: 1_000,
    });
  }

  /** Until stopped, or until the server fails. */
  async function move(signal: AbortSignal): Promise<void> {
    try {
      await open();
      while (!signal.aborted) await sink.step();
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, "the sink restarts");
      await close();
    }
  }

  async function close(): Promise<void> {
    await reader?.close().catch(() => undefined);
    reader = undefined;
  }

  metrics.gauge(`${metricPrefix}_stopped`, `1 while ClickHouse refuses every ${noun.one}, or dead letters cannot be stored.`, () =>
    sink.check().ok ? 0 : 1,
  );
  const moving = repeat({ name: `moving ${noun.many}`, restMillis: reopenMillis, work: move, log });
  return {
    check: () => (reader === undefined ? { ok: false, detail: "the stream is not being read" } : sink.check()),
    stop: async () => {
      const ended = moving.stop();
      sink.stop();
      await ended;
      sink.releaseHeld();
      await close();
    },
  };
}

/** ClickHouse quotes the row after the first line, and row data must not be logged. */
function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
