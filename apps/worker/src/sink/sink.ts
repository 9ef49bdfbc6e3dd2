import { setTimeout as waitFor } from "node:timers/promises";
import {
  SpanKind,
  traceFrom,
  tracer,
  tracing,
  type Counter,
  type Histogram,
  type Log,
  type PartState,
  type StreamMessage,
} from "@airlock/platform";
import { countRows, gatherBatch, type BatchLimits, type ReadMessage, type ReadStreamMessage } from "./batch.ts";

export interface SinkOptions {
  /** What a row is called in messages to operators. */
  readonly noun: { readonly one: string; readonly many: string };
  readonly read: ReadStreamMessage;
  readonly next: (waitMillis: number) => Promise<StreamMessage | undefined>;
  /** Rejects with `RowsRefused` if the rows are at fault, with any other error if the store is. */
  readonly insert: (rows: readonly string[], shadows: readonly string[]) => Promise<void>;
  /** Writes a dead letter; rejects if it is not stored. */
  readonly writeDeadLetter: (message: StreamMessage, text: string, reason: string) => Promise<void>;
  /** Called for every key whose executions are stored. */
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

/** The store refuses a row because it does not fit the table: a retry would fail, too. */
export class RowsRefused extends Error {}

const usualLimits: BatchLimits = { rows: 20_000, bytes: 16 * 1024 * 1024, millis: 250 };
const idleMillis = 1_000;
/** Well below the time after which the server redelivers a message. */
const workingMillis = 3_000;
const firstRetryMillis = 250;
const lastRetryMillis = 5_000;
/** The breaker opens after this many refused messages without a stored one in between. */
const openAfter = 3;
/** Limits of messages that are read while the breaker is open to find one that the store accepts: per probe and in total. */
const probeLimits: BatchLimits = { rows: 100, bytes: 1024 * 1024, millis: 50 };
const maxHeld = 1_000;

/** A message that is not stored yet. `refused`: why the store refused it in an insert of its own. */
interface Held {
  readonly read: ReadMessage;
  readonly refused: string | undefined;
}

/**
 * Moves executions, or other rows, from their stream into ClickHouse in large inserts. A message is acknowledged only when its rows are stored. A
 * worker that dies in between leaves them to be stored again, which is idempotent because the table is keyed by their id.
 *
 * A message that the store refuses is held, not acknowledged, until another message is stored after it. Only then is the message known to be at
 * fault: it is tried again and becomes a dead letter. When several are refused and none is stored, the table is at fault (schema drift): the breaker
 * opens, nothing becomes a dead letter, and a few messages at a time are tried until one is stored.
 */
export function createSink(options: SinkOptions) {
  const { noun, metrics, log, limits = usualLimits, pause = pauseUnless } = options;
  const stopping = new AbortController();
  /** By stream sequence: a redelivered message replaces its first delivery. */
  const held = new Map<number, Held>();
  let refusedInARow = 0;
  let lastRefusal = "";
  let retryMillis = firstRetryMillis;
  let probes = 0;
  /** Why the last dead letter could not be stored. */
  let deadLetterFailure: string | undefined;

  const open = (): boolean => refusedInARow >= openAfter;

  async function storeRows(batch: readonly ReadMessage[]): Promise<void> {
    const rows = batch.flatMap((read) => read.rows);
    const shadows = batch.flatMap((read) => read.shadows ?? []);
    const count = rows.length + shadows.length;
    if (count === 0) return;
    await options.insert(rows, shadows);
    for (const { uses } of batch) for (const [keyId, at] of uses) options.used?.(keyId, at);
    metrics.inserts.add();
    metrics.inserted.add(count);
    metrics.batchRows.observe(count);
  }

  /** Retries until the store accepts the rows, refuses them, or the worker stops. */
  async function insertWithRetry(batch: readonly ReadMessage[]): Promise<"stored" | "stopped" | { readonly refused: string }> {
    for (let wait = firstRetryMillis; ; wait = Math.min(wait * 2, lastRetryMillis)) {
      try {
        await storeRows(batch);
        return "stored";
      } catch (error) {
        if (error instanceof RowsRefused) return { refused: error.message };
        metrics.failures.add();
        log.warn({ err: error, messages: batch.length }, `ClickHouse does not accept the ${noun.many}; retrying`);
      }
      await pause(wait, stopping.signal);
      if (stopping.signal.aborted) return "stopped";
    }
  }

  /** Invariant: every message of the batch is acknowledged, released or held. All of them have rows. */
  async function settle(batch: readonly ReadMessage[]): Promise<void> {
    if (batch.length === 0) return;
    const result = await insertWithRetry(batch);
    if (result === "stopped") {
      for (const { message } of batch) release(message);
    } else if (result === "stored") {
      if (open()) log.info(`ClickHouse accepts ${noun.many} again; the sink continues`);
      refusedInARow = 0;
      retryMillis = firstRetryMillis;
      for (const read of batch) await finish(read, read.problems);
      await judgeRefused();
    } else if (batch.length > 1 && !open()) {
      // At least one is at fault. Bisecting finds it in few inserts and stores the others.
      const middle = batch.length >> 1;
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
    } else {
      for (const read of batch) hold(read, batch.length === 1 ? result.refused : undefined);
    }
  }

  function hold(read: ReadMessage, refused: string | undefined): void {
    const { sequence } = read.message;
    const before = held.get(sequence)?.refused;
    held.set(sequence, { read, refused: refused ?? before });
    if (refused === undefined || before !== undefined) return;
    refusedInARow += 1;
    lastRefusal = refused;
    if (refusedInARow === openAfter) {
      log.error({ reason: refused }, `ClickHouse refuses every ${noun.one}: the sink has stopped, and nothing becomes a dead letter`);
    }
  }

  /** The store has just accepted a message, so one that it refuses now is itself at fault. */
  async function judgeRefused(): Promise<void> {
    for (const { read, refused } of held.values()) {
      if (refused === undefined) continue;
      if (countRows(read) === 0) {
        await finish(read, read.problems);
        continue;
      }
      const again = await insertWithRetry([read]);
      if (again === "stopped") release(read.message);
      else await finish(read, again === "stored" ? read.problems : [{ line: read.message.text, message: again.refused }]);
    }
  }

  /** Acknowledges the message once its dead letters are stored; until then it is held. */
  async function finish(read: ReadMessage, bad: readonly { readonly line: string; readonly message: string }[]): Promise<void> {
    const { message } = read;
    try {
      for (const { line, message: reason } of bad) {
        await options.writeDeadLetter(message, line, reason);
        metrics.dead.add();
        log.error({ sequence: message.sequence, subject: message.subject, reason }, `${noun.one}: an unreadable line became a dead letter`);
      }
      if (bad.length > 0) deadLetterFailure = undefined;
      held.delete(message.sequence);
      message.acknowledge();
    } catch (error) {
      deadLetterFailure = error instanceof Error ? error.message : String(error);
      held.set(message.sequence, { read, refused: bad[0]?.message });
      log.error({ err: error, sequence: message.sequence }, "a dead letter could not be stored; its message stays in the stream");
    }
  }

  function release(message: StreamMessage): void {
    held.delete(message.sequence);
    message.release();
  }

  /** Waits, reads a few more messages while there is room, and tries all held ones together and one of them alone. */
  async function probe(): Promise<number> {
    await pause(retryMillis, stopping.signal);
    retryMillis = Math.min(retryMillis * 2, lastRetryMillis);
    if (stopping.signal.aborted) return 0;
    const more = held.size < maxHeld ? await gatherBatch(options.next, options.read, probeLimits, probeLimits.millis) : [];
    for (const read of more) hold(read, countRows(read) === 0 ? read.problems[0]?.message : undefined);
    const candidates = [...held.values()].flatMap(({ read }) => (countRows(read) === 0 ? [] : [read]));
    await settle(candidates);
    const [one] = candidates.slice(probes % Math.max(1, candidates.length));
    probes += 1;
    if (open() && one !== undefined) await settle([one]);
    return more.length;
  }

  /** One batch, together with messages that an open breaker left untried. */
  async function move(batch: readonly ReadMessage[]): Promise<void> {
    const untried = [...held.values()].flatMap(({ read, refused }) => (refused === undefined ? [read] : []));
    for (const { message } of untried) held.delete(message.sequence);
    const read = [...untried, ...batch];
    // A message without rows cannot prove that the store works.
    for (const one of read.filter((one) => countRows(one) === 0)) {
      if (one.problems.length === 0) await finish(one, []);
      else hold(one, one.problems[0]?.message);
    }
    await settle(read.filter((one) => countRows(one) > 0));
  }

  async function working<T>(batch: readonly ReadMessage[], work: () => Promise<T>): Promise<T> {
    const tell = (): void => [...batch, ...[...held.values()].map(({ read }) => read)].forEach(({ message }) => message.working());
    for (const { read } of held.values()) read.message.working();
    const holding = setInterval(tell, workingMillis);
    try {
      return await work();
    } finally {
      clearInterval(holding);
    }
  }

  return {
    /** Processes one batch; returns its number of messages. */
    step: async (): Promise<number> => {
      if (open()) return working([], probe);
      const batch = await working([], () => gatherBatch(options.next, options.read, limits, idleMillis));
      if (batch.length === 0) return 0;
      const spans = startSpans(batch, noun.many);
      try {
        await working(batch, () => move(batch));
      } finally {
        for (const span of spans) span.end();
      }
      return batch.length;
    },
    /** For `/ready` and the metric `airlock_sink_stopped`. */
    check: (): PartState => {
      if (open()) return { ok: false, detail: `stopped: ClickHouse refuses every ${noun.one} (${lastRefusal})` };
      if (deadLetterFailure !== undefined) return { ok: false, detail: `dead letters cannot be stored: ${deadLetterFailure}` };
      return { ok: true, ...(held.size > 0 ? { detail: `${held.size} refused messages wait for one that is stored` } : {}) };
    },
    /** The reader was reopened: held messages will be delivered again. */
    reopened: (): void => held.clear(),
    stop: (): void => {
      stopping.abort();
    },
    /** Called after the last step: releases held messages. */
    releaseHeld: (): void => {
      for (const { read } of held.values()) release(read.message);
    },
  };
}

async function pauseUnless(millis: number, signal: AbortSignal): Promise<void> {
  await waitFor(millis, undefined, { signal }).catch(() => undefined);
}

/** An insert has a span in every trace whose executions it stores. */
function startSpans(batch: readonly ReadMessage[], rows: string) {
  if (!tracing()) return [];
  return batch.flatMap(({ message }) =>
    message.traceparents.map((traceparent) => {
      const attributes = { "messaging.destination.name": message.subject, "airlock.stream_sequence": message.sequence };
      return tracer().startSpan(`${rows} insert`, { kind: SpanKind.CONSUMER, attributes }, traceFrom({ traceparent }));
    }),
  );
}
