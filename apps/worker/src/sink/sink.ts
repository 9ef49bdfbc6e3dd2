import { setTimeout as waitFor } from "node:timers/promises";
import { SpanKind, traceFrom, tracer, tracing, type Counter, type Histogram, type Log, type StreamMessage } from "@airlock/platform";
import { gatherBatch, type BatchLimits, type ReadMessage } from "./batch.ts";

export interface SinkOptions {
  readonly next: (waitMillis: number) => Promise<StreamMessage | undefined>;
  /** Rejects with `RowsRefused` when the rows are at fault, with anything else when the store is. */
  readonly insert: (rows: readonly string[]) => Promise<void>;
  /** Puts aside what cannot be read; rejects when it is not stored there. */
  readonly putAside: (message: StreamMessage, text: string, reason: string) => Promise<void>;
  /** Told of every key whose executions are stored. */
  readonly used?: (keyId: string, atMillis: number) => void;
  readonly metrics: SinkMetrics;
  readonly log: Log;
  readonly limits?: BatchLimits;
  /** Waits between attempts, and ends early when the sink stops. */
  readonly pause?: (millis: number, signal: AbortSignal) => Promise<void>;
}

export interface SinkMetrics {
  readonly inserted: Counter;
  readonly inserts: Counter;
  readonly failures: Counter;
  readonly dead: Counter;
  readonly batchRows: Histogram;
}

/** The store says that a row cannot be what its table holds: trying the same rows again would fail for ever. */
export class RowsRefused extends Error {}

const usualLimits: BatchLimits = { rows: 20_000, bytes: 16 * 1024 * 1024, millis: 250 };
const idleMillis = 1_000;
/** Well within the time after which the server gives a message to somebody else. */
const workingMillis = 3_000;
const firstRetryMillis = 250;
const lastRetryMillis = 5_000;

/**
 * Moves executions from the stream into ClickHouse in large inserts. A message is acknowledged only when its rows are stored, so a
 * worker that dies in between leaves them to be stored again: the execution id is the key there. A message that cannot be read is
 * put aside and never stands in the way of the next one.
 */
export function createSink(options: SinkOptions) {
  const { metrics, log, limits = usualLimits, pause = pauseUnless } = options;
  const stopping = new AbortController();

  async function storeRows(batch: readonly ReadMessage[]): Promise<void> {
    const rows = batch.flatMap((read) => read.rows);
    if (rows.length === 0) return;
    await options.insert(rows);
    for (const { uses } of batch) for (const [keyId, at] of uses) options.used?.(keyId, at);
    metrics.inserts.add();
    metrics.inserted.add(rows.length);
    metrics.batchRows.observe(rows.length);
  }

  /** Tries until the store takes it, refuses the rows themselves, or the worker stops. */
  async function insist(batch: readonly ReadMessage[]): Promise<"stored" | "stopped" | { readonly refused: string }> {
    for (let wait = firstRetryMillis; ; wait = Math.min(wait * 2, lastRetryMillis)) {
      try {
        await storeRows(batch);
        return "stored";
      } catch (error) {
        if (error instanceof RowsRefused) return { refused: error.message };
        metrics.failures.add();
        log.warn({ err: error, messages: batch.length }, "ClickHouse does not take the executions; trying again");
      }
      await pause(wait, stopping.signal);
      if (stopping.signal.aborted) return "stopped";
    }
  }

  async function settle(batch: readonly ReadMessage[]): Promise<void> {
    const stored = await insist(batch);
    if (stored === "stopped") {
      for (const { message } of batch) message.release();
      return;
    }
    if (stored !== "stored" && batch.length > 1) {
      // One of them is at fault. Halving finds it in few inserts and lets the others through.
      const middle = batch.length >> 1;
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
      return;
    }
    for (const read of batch) {
      const bad = stored === "stored" ? read.problems : [{ line: read.message.text, message: stored.refused }];
      if (await asideAll(read.message, bad)) read.message.acknowledge();
    }
  }

  async function asideAll(message: StreamMessage, bad: readonly { readonly line: string; readonly message: string }[]): Promise<boolean> {
    try {
      for (const { line, message: reason } of bad) {
        await options.putAside(message, line, reason);
        metrics.dead.add();
        log.error({ sequence: message.sequence, subject: message.subject, reason }, "an execution cannot be read and was put aside");
      }
      return true;
    } catch (error) {
      // Not acknowledged, so it comes again.
      log.warn({ err: error, sequence: message.sequence }, "an unreadable message could not be put aside");
      return false;
    }
  }

  return {
    /** One batch; answers how many messages it had. */
    step: async (): Promise<number> => {
      const batch = await gatherBatch(options.next, limits, idleMillis);
      if (batch.length === 0) return 0;
      const spans = startSpans(batch);
      // While the store is away the batch is held here, and the server must not take it for forgotten.
      const holding = setInterval(() => batch.forEach(({ message }) => message.working()), workingMillis);
      try {
        await settle(batch);
      } finally {
        clearInterval(holding);
        for (const span of spans) span.end();
      }
      return batch.length;
    },
    stop: () => stopping.abort(),
  };
}

async function pauseUnless(millis: number, signal: AbortSignal): Promise<void> {
  await waitFor(millis, undefined, { signal }).catch(() => undefined);
}

/** An insert belongs to every trace whose executions it stores. */
function startSpans(batch: readonly ReadMessage[]) {
  if (!tracing()) return [];
  return batch.flatMap(({ message }) =>
    message.traceparents.map((traceparent) => {
      const attributes = { "messaging.destination.name": message.subject, "airlock.stream_sequence": message.sequence };
      return tracer().startSpan("executions insert", { kind: SpanKind.CONSUMER, attributes }, traceFrom({ traceparent }));
    }),
  );
}
