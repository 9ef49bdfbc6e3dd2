import { encodeGroup, executionSubject, groupMessageId, maxGroupBytes } from "@airlock/contract";
import { MessageRefused, newId, NotAcknowledged, type DurableMessage, type Log } from "@airlock/platform";
import { RoundRobinQueue } from "./round-robin-queue.ts";
import { SpoolWriteUncertain, type Spool } from "./spool.ts";

/** `notStored` is certain: the same input may be decided again, by any runtime, and is still logged once. */
export type Stored = "durable" | "notStored" | "unknown";

export interface LogEntry {
  readonly executionId: string;
  readonly versionId: string;
  readonly organisationId: string;
  /** The execution as one line of the log. */
  readonly line: string;
  readonly traceparent: string | undefined;
  /** True if the execution may already be in the log, in another group. */
  readonly isAgain?: boolean;
  /** Called exactly once. */
  readonly done: (stored: Stored) => void;
}

/**
 * Appends executions with natural group commit: while one group is in flight, the next collects entries and is sent when the first is acknowledged.
 * Under load, groups grow and the cost per execution falls. Organisations take turns within a group.
 *
 * Groups are sent to JetStream, or written to the spool once JetStream fails to acknowledge one, until a message is acknowledged again. A backlog in
 * the spool does not keep new groups from JetStream.
 */
export interface ExecutionLog {
  readonly append: (entry: LogEntry) => void;
  /** False for a while after an execution could not be stored anywhere: the next one would fail, too. */
  readonly accepts: () => boolean;
  /** Called when JetStream or the disk may be available again: drains the spool and probes a write. */
  readonly retry: () => void;
  readonly state: () => LogState;
  /** Resolves when everything appended so far is settled. */
  readonly settle: () => Promise<void>;
}

interface LogState {
  /** True if groups are sent to JetStream rather than written to the spool. */
  readonly direct: boolean;
  /** The last group could not be stored anywhere, and no write has succeeded since. */
  readonly failing: boolean;
  readonly groups: number;
  readonly executions: number;
  readonly spooled: number;
}

export interface ExecutionLogOptions {
  /** Rejects if the message was not acknowledged, with `MessageRefused` if it never will be. */
  readonly publish: (message: DurableMessage) => Promise<void>;
  /** The server's maximum message size; undefined before the first connection. */
  readonly maxMessageBytes: () => number | undefined;
  readonly spool: Spool;
  readonly log: Log;
}

/** Limit of traces per group. Each is a header, and JetStream refuses messages with more than 64 KiB of headers. */
const maxTraceparents = 256;
/**
 * Limit of bytes per group, unless its first execution is larger. Groups are sent one at a time, so a smaller limit shortens the wait of an execution
 * behind another organisation's large batch. Enough for hundreds of typical executions.
 */
const groupBytes = 128 * 1024;
/** After a group could not be stored anywhere, calls are refused for this long before the next attempt. */
const pauseMillis = 1_000;

export function createExecutionLog(options: ExecutionLogOptions): ExecutionLog {
  const { publish, spool, log } = options;
  const waiting = new RoundRobinQueue<LogEntry>((entry) => entry.organisationId);
  let flushing = false;
  let scheduled = false;
  let retrying = false;
  // Starts true: a spool left by the previous process does not keep new groups from JetStream.
  let direct = true;
  /** The last message that was spooled. Sending it shows whether JetStream is available again. */
  let probe: DurableMessage | undefined;
  /** The group that could not be stored anywhere. */
  let failed: { readonly bytes: number; readonly until: number } | undefined;
  let settled: (() => void)[] = [];
  const counts = { groups: 0, executions: 0, spooled: 0 };

  function append(entry: LogEntry): void {
    waiting.push(entry);
    if (flushing || scheduled) return;
    scheduled = true;
    // After this turn of the event loop, so that requests that were read together are appended together.
    setImmediate(() => {
      scheduled = false;
      void flush();
    });
  }

  function takeGroup(): readonly LogEntry[] {
    const limit = Math.min(groupBytes, maxGroupBytes(options.maxMessageBytes()));
    let bytes = 0;
    let traceparents = 0;
    return waiting.take(({ line, traceparent }) => {
      const size = Buffer.byteLength(line) + 1;
      // The first entry always fits: `decide` refuses larger ones. If the server's limit was lowered since, the server refuses the message.
      if (bytes > 0 && (bytes + size > limit || traceparents === maxTraceparents)) return false;
      bytes += size;
      if (traceparent !== undefined) traceparents += 1;
      return true;
    });
  }

  async function flush(): Promise<void> {
    if (flushing) return;
    flushing = true;
    try {
      while (waiting.size > 0) await appendGroup(takeGroup());
    } finally {
      flushing = false;
      for (const resolve of settled.splice(0)) resolve();
    }
  }

  async function appendGroup(group: readonly LogEntry[]): Promise<void> {
    const stored = await store(messageOf(group));
    if (stored === "refused" && group.length > 1) {
      for (const entry of group) await appendGroup([entry]);
      return;
    }
    counts.groups += 1;
    counts.executions += group.length;
    for (const entry of group) report(entry, stored === "refused" ? "notStored" : stored);
  }

  /** A caller that fails on its result must not keep the others of its group, and later groups, from theirs. */
  function report(entry: LogEntry, stored: Stored): void {
    try {
      entry.done(stored);
    } catch (error) {
      log.error({ err: error, executionId: entry.executionId }, "the result of an execution could not be reported to its caller");
    }
  }

  async function store(message: DurableMessage): Promise<Stored | "refused"> {
    let maybeStored = false;
    if (direct) {
      try {
        await publish(message);
        failed = undefined;
        return "durable";
      } catch (error) {
        if (error instanceof MessageRefused) {
          log.error({ err: error, messageId: message.messageId }, "JetStream refuses a message; its callers get 503");
          return "refused";
        }
        maybeStored = !(error instanceof NotAcknowledged) || error.maybeStored;
        direct = false;
        log.warn({ err: error }, "JetStream does not acknowledge; executions are spooled");
      }
    }
    try {
      await spool.write(message);
      counts.spooled += 1;
      probe = message;
      failed = undefined;
      return "durable";
    } catch (error) {
      if (failed === undefined) log.error({ err: error }, "neither JetStream nor the spool stores an execution; callers get 503");
      failed = { bytes: message.payload.length, until: performance.now() + pauseMillis };
      return maybeStored || error instanceof SpoolWriteUncertain ? "unknown" : "notStored";
    }
  }

  function acknowledged(): void {
    if (!direct) log.info("JetStream acknowledges again");
    direct = true;
    probe = undefined;
    failed = undefined;
  }

  /** Does not depend on the spool: a message that is stuck there says nothing about the next group. */
  async function probeJetStream(): Promise<void> {
    if (direct) return;
    if (probe === undefined) {
      // No message to probe with: the next group is the probe.
      direct = true;
      return;
    }
    try {
      await publish(probe);
      acknowledged();
    } catch (error) {
      if (error instanceof MessageRefused) acknowledged();
      else log.debug({ err: error }, "JetStream does not acknowledge yet");
    }
  }

  async function probeSpool(): Promise<void> {
    if (failed === undefined) return;
    try {
      await spool.probe(failed.bytes);
      failed = undefined;
      log.info("the spool is writable again");
    } catch (error) {
      log.debug({ err: error }, "the spool is not writable yet");
    }
  }

  async function drain(): Promise<void> {
    if (spool.empty()) return;
    let sent = 0;
    try {
      await spool.drain(async (message) => {
        await publish(message);
        sent += 1;
        acknowledged();
      });
      log.info({ messages: sent }, "the spool is drained");
    } catch (error) {
      log.debug({ err: error, messages: sent }, "messages are left in the spool");
    }
  }

  async function retry(): Promise<void> {
    if (retrying) return;
    retrying = true;
    try {
      await Promise.all([probeJetStream(), probeSpool(), drain()]);
    } finally {
      retrying = false;
    }
  }

  return {
    append,
    accepts: () => failed === undefined || performance.now() >= failed.until,
    retry: () => void retry(),
    state: () => ({ direct, failing: failed !== undefined, ...counts }),
    settle: () =>
      waiting.size === 0 && !flushing
        ? Promise.resolve()
        : new Promise((resolve) => {
            settled.push(resolve);
          }),
  };
}

function messageOf(group: readonly LogEntry[]): DurableMessage {
  const first = group[0];
  if (first === undefined) throw new Error("A group has at least one execution.");
  const traceparents = group.flatMap((entry) => (entry.traceparent === undefined ? [] : [entry.traceparent]));
  return {
    // A group may contain several versions; the first one determines its subject. No consumer relies on the partition of a version.
    subject: executionSubject(first.versionId),
    // The first id and the count identify a group only if no execution is first in two groups. A repeated execution could be.
    messageId: first.isAgain === true ? newId() : groupMessageId(first.executionId, group.length),
    // As bytes: the NATS client encodes strings several times slower.
    payload: Buffer.from(encodeGroup(group.map((entry) => entry.line))),
    traceparents,
  };
}
