import { deadExecutionSubject, executionStream } from "@airlock/contract";
import {
  createMissingStreams,
  openStreamReader,
  publishDurable,
  type DataPlaneShape,
  type Log,
  type Metrics,
  type Nats,
  type PartState,
  type StreamReader,
} from "@airlock/platform";
import { isDataError, type ClickHouse } from "@airlock/platform/clickhouse";
import { executionColumns } from "./batch.ts";
import { createSink, RowsRefused } from "./sink.ts";

export interface RunningSink {
  /** Whether it reads the stream and moves executions now. */
  readonly check: () => PartState;
  readonly stop: () => Promise<void>;
}

export interface StartSinkOptions {
  readonly nats: Nats;
  readonly shape: DataPlaneShape;
  readonly clickhouse: ClickHouse;
  /** Told of every key whose executions are stored. */
  readonly used: (keyId: string, atMillis: number) => void;
  readonly metrics: Metrics;
  readonly log: Log;
}

const asideMillis = 5_000;
const reopenMillis = 500;

/** Runs a sink on the real stream and the real store, for as long as the process lives. */
export function startSink(options: StartSinkOptions): RunningSink {
  const { nats, clickhouse, metrics, log } = options;
  let reader: StreamReader | undefined;
  const stopping = new AbortController();

  const sink = createSink({
    next: async (waitMillis) => {
      if (reader === undefined) throw new Error("The reader is not open.");
      return reader.next(waitMillis);
    },
    insert: async (rows) => {
      try {
        await clickhouse.insertLines("executions", executionColumns, rows);
      } catch (error) {
        throw isDataError(error) ? new RowsRefused(firstLine(error), { cause: error }) : error;
      }
    },
    putAside: async (message, text, reason) => {
      const partition = message.subject.split(".").at(-1) ?? "0";
      await publishDurable(
        nats,
        {
          subject: `${deadExecutionSubject}.${partition}`,
          payload: text,
          headers: { "Airlock-Reason": reason, "Airlock-Sequence": String(message.sequence) },
        },
        asideMillis,
      );
    },
    used: options.used,
    metrics: {
      inserted: metrics.counter("airlock_sink_rows_total", "Executions moved into ClickHouse, again ones counted again."),
      inserts: metrics.counter("airlock_sink_inserts_total", "Inserts into ClickHouse."),
      failures: metrics.counter("airlock_sink_failures_total", "Inserts that ClickHouse did not take."),
      dead: metrics.counter("airlock_sink_dead_total", "Lines that could not be read and were put aside."),
      batchRows: metrics.histogram("airlock_sink_batch_rows", "Rows of an insert.", [1, 10, 100, 1_000, 5_000, 20_000]),
    },
    log,
  });

  async function open(): Promise<void> {
    await createMissingStreams(nats, options.shape);
    sink.reopened();
    reader = await openStreamReader(nats, {
      stream: executionStream,
      durable: "clickhouse",
      acknowledgeMillis: 10_000,
      ahead: 1_000,
    });
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (reader === undefined) await open();
        await sink.step();
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn({ err: error }, "the sink begins again");
        await reader?.close().catch(() => undefined);
        reader = undefined;
        await new Promise((resolve) => setTimeout(resolve, reopenMillis));
      }
    }
  }

  metrics.gauge("airlock_sink_stopped", "1 while ClickHouse refuses every execution, or dead letters cannot be stored.", () =>
    sink.check().ok ? 0 : 1,
  );
  const running = run();
  return {
    check: () => (reader === undefined ? { ok: false, detail: "the stream is not being read" } : sink.check()),
    stop: async () => {
      stopping.abort();
      sink.stop();
      await running;
      sink.releaseHeld();
      await reader?.close().catch(() => undefined);
    },
  };
}

/** ClickHouse quotes the row after the first line; a row does not belong in a log. */
function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
