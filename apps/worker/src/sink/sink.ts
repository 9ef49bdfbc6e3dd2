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
  /** What the rows are, in messages to operators. */
  readonly noun: { readonly one: string; readonly many: string };
  readonly read: ReadStreamMessage;
  readonly next: (waitMillis: number) => Promise<StreamMessage | undefined>;
  /** Rejects with `RowsRefused` when the rows are at fault, with anything else when the store is. */
  readonly insert: (rows: readonly string[], shadows: readonly string[]) => Promise<void>;
  /** Writes a dead letter; rejects when it is not stored. */
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
/** Well within the time after which the server delivers a message again. */
const workingMillis = 3_000;
const firstRetryMillis = 250;
const lastRetryMillis = 5_000;
/** Messages refused in a row, none stored between them, that open the breaker. */
const openAfter = 3;
/** While the breaker is open: messages that are read to find one that the store accepts, at once and altogether. */
const probeLimits: BatchLimits = { rows: 100, bytes: 1024 * 1024, millis: 50 };
const maxHeld = 1_000;

/** A message that is not stored yet. `refused`: why the store refused it when it was inserted alone. */
interface Held {
  readonly read: ReadMessage;
  readonly refused: string | undefined;
}

/**
 * Moves executions, or other rows, from their stream into ClickHouse in large inserts. A message is acknowledged only when its rows are stored, so a
 * worker that dies in between leaves them to be stored again: their id is the key there.
 *
 * A message that the store refuses is held, not acknowledged, until another message is stored after it. Only then it is the message that is
 * at fault: it is tried once more and becomes a dead letter. When several are refused and none is stored, the table is at fault (schema
 * drift): the breaker opens, nothing becomes a dead letter, and a few messages at a time are tried until one is stored.
 */
export function createSink(options: SinkOptions) {
  const { noun, metrics, log, limits = usualLimits, pause = pauseUnless } = options;
  const stopping = new AbortController();
  /** By their sequence in the stream: a message that is delivered again replaces its first delivery. */
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

  /** Tries until the store takes it, refuses the rows themselves, or the worker stops. */
  async function insist(batch: readonly ReadMessage[]): Promise<"stored" | "stopped" | { readonly refused: string }> {
    for (let wait = firstRetryMillis; ; wait = Math.min(wait * 2, lastRetryMillis)) {
      try {
        await storeRows(batch);
        return "stored";
      } catch (error) {
        if (error instanceof RowsRefused) return { refused: error.message };
        metrics.failures.add();
        log.warn({ err: error, messages: batch.length }, `ClickHouse does not take the ${noun.many}; trying again`);
      }
      await pause(wait, stopping.signal);
      if (stopping.signal.aborted) return "stopped";
    }
  }

  /** Every message of the batch ends acknowledged, released or held. All of them have rows. */
  async function settle(batch: readonly ReadMessage[]): Promise<void> {
    if (batch.length === 0) return;
    const result = await insist(batch);
    if (result === "stopped") {
      for (const { message } of batch) release(message);
    } else if (result === "stored") {
      if (open()) log.info(`ClickHouse accepts ${noun.many} again; the sink continues`);
      refusedInARow = 0;
      retryMillis = firstRetryMillis;
      for (const read of batch) await finish(read, read.problems);
      await judgeRefused();
    } else if (batch.length > 1 && !open()) {
      // One of them is at fault. Halving finds it in few inserts and lets the others through.
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
      const again = await insist([read]);
      if (again === "stopped") release(read.message);
      else await finish(read, again === "stored" ? read.problems : [{ line: read.message.text, message: again.refused }]);
    }
  }

  /** Acknowledges the message once its dead letters are stored; until then it is held. */
  async function finish(read: ReadMessage, bad: readonly { readonly line: string; readonly message: string }[]): Promise<void> {
    const { message } = read;
    try {
      for (const { line, message: reason } of bad) {
        await options.putAside(message, line, reason);
        metrics.dead.add();
        log.error({ sequence: message.sequence, subject: message.subject, reason }, `${noun.one}: a line cannot be read and was put aside`);
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

  /** Waits, reads a few more messages while there is space, and tries all that are held at once and one of them alone. */
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

  /** One batch, after what an open breaker left untried. */
  async function move(batch: readonly ReadMessage[]): Promise<void> {
    const untried = [...held.values()].flatMap(({ read, refused }) => (refused === undefined ? [read] : []));
    for (const { message } of untried) held.delete(message.sequence);
    const read = [...untried, ...batch];
    // Without rows there is nothing that the store could accept, and so nothing that would prove it works.
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
    /** One batch; answers how many messages it had. */
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
    /** The reader was opened again: what is held will be delivered again. */
    reopened: (): void => held.clear(),
    stop: (): void => {
      stopping.abort();
    },
    /** After the last step: gives back what is held. */
    releaseHeld: (): void => {
      for (const { read } of held.values()) release(read.message);
    },
  };
}

async function pauseUnless(millis: number, signal: AbortSignal): Promise<void> {
  await waitFor(millis, undefined, { signal }).catch(() => undefined);
}

/** An insert belongs to every trace whose executions it stores. */
function startSpans(batch: readonly ReadMessage[], rows: string) {
  if (!tracing()) return [];
  return batch.flatMap(({ message }) =>
    message.traceparents.map((traceparent) => {
      const attributes = { "messaging.destination.name": message.subject, "airlock.stream_sequence": message.sequence };
      return tracer().startSpan(`${rows} insert`, { kind: SpanKind.CONSUMER, attributes }, traceFrom({ traceparent }));
    }),
  );
}
