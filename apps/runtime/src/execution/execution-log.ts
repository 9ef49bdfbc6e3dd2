import { encodeGroup, executionSubject, groupMessageId, maxGroupBytes } from "@airlock/contract";
import { MessageRefused, newId, NotAcknowledged, type DurableMessage, type Log } from "@airlock/platform";
import { RoundRobinQueue } from "./round-robin-queue.ts";
import { SpoolWriteUncertain, type Spool } from "./spool.ts";

/** `notStored` is certain: the same input may be decided again, here or elsewhere, and is in the log once. */
export type Stored = "durable" | "notStored" | "unknown";

export interface LogEntry {
  readonly executionId: string;
  readonly versionId: string;
  readonly organisationId: string;
  /** The execution as one line of the log. */
  readonly line: string;
  readonly traceparent: string | undefined;
  /** True when the execution may be in the log already, in another group. */
  readonly isAgain?: boolean;
  /** Called once. */
  readonly done: (stored: Stored) => void;
}

/**
 * Appends executions with natural group commit: while one group is on its way, the next gathers, and it leaves when the first is
 * acknowledged. The busier the process, the larger the groups and the smaller the share of each execution in an append. Organisations take
 * turns in a group.
 *
 * Groups go to JetStream, or to the spool as soon as JetStream fails to acknowledge one, until a message gets through again. What is
 * left in the spool does not keep new groups from JetStream.
 */
export interface ExecutionLog {
  readonly append: (entry: LogEntry) => void;
  /** False for a while after an execution could be stored nowhere: the next one would not be either. */
  readonly accepts: () => boolean;
  /** JetStream or the disk may be back: tries the spool's messages and a write. */
  readonly retry: () => void;
  readonly state: () => LogState;
  /** Resolves when everything appended so far is settled. */
  readonly settle: () => Promise<void>;
}

interface LogState {
  /** Whether groups go to JetStream, not to the spool. */
  readonly direct: boolean;
  /** The last group could be stored nowhere, and no write has succeeded since. */
  readonly failing: boolean;
  readonly groups: number;
  readonly executions: number;
  readonly spooled: number;
}

export interface ExecutionLogOptions {
  /** Rejects when not acknowledged; with `MessageRefused` when it never will be. */
  readonly publish: (message: DurableMessage) => Promise<void>;
  /** Bytes of a message that the server accepts; undefined before the first connection. */
  readonly maxMessageBytes: () => number | undefined;
  readonly spool: Spool;
  readonly log: Log;
}

/** Traces of one group. Each is a header, and JetStream refuses a message with more than 64 KiB of headers. */
const maxTraceparents = 256;
/**
 * Bytes of one group, unless its first execution is larger. While a group is on its way the next ones wait: the smaller it is, the sooner
 * another organisation's execution leaves behind a large batch. Enough for hundreds of usual executions.
 */
const groupBytes = 128 * 1024;
/** After a group could be stored nowhere, calls are refused for this long before one is tried again. */
const pauseMillis = 1_000;

export function createExecutionLog(options: ExecutionLogOptions): ExecutionLog {
  const { publish, spool, log } = options;
  const waiting = new RoundRobinQueue<LogEntry>((entry) => entry.organisationId);
  let flushing = false;
  let scheduled = false;
  let retrying = false;
  // Messages that the last process left behind do not keep new ones from JetStream.
  let direct = true;
  /** The last message that went to the spool: it shows whether JetStream is back. */
  let probe: DurableMessage | undefined;
  /** The group that could be stored nowhere. */
  let failed: { readonly bytes: number; readonly until: number } | undefined;
  let settled: (() => void)[] = [];
  const counts = { groups: 0, executions: 0, spooled: 0 };

  function append(entry: LogEntry): void {
    waiting.push(entry);
    if (flushing || scheduled) return;
    scheduled = true;
    // After this turn of the loop: requests that were read together are appended together.
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
      // The first one always fits: `decide` lets no larger one through, and should the server's limit have shrunk since, it refuses.
      if (bytes > 0 && (bytes + size > limit || traceparents === maxTraceparents)) return false;
      bytes += size;
      if (traceparent !== undefined) traceparents += 1;
      return true;
    });
  }

  async function flush(): Promise<void> {
    if (flushing) return;
    flushing = true;
    while (waiting.size > 0) await appendGroup(takeGroup());
    flushing = false;
    for (const resolve of settled.splice(0)) resolve();
  }

  async function appendGroup(group: readonly LogEntry[]): Promise<void> {
    const stored = await store(messageOf(group));
    if (stored === "refused" && group.length > 1) {
      for (const entry of group) await appendGroup([entry]);
      return;
    }
    counts.groups += 1;
    counts.executions += group.length;
    for (const entry of group) entry.done(stored === "refused" ? "notStored" : stored);
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
        log.warn({ err: error }, "JetStream does not acknowledge; executions go to the spool");
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

  /** Independent of the spool: a message that is stuck there says nothing about the next group. */
  async function probeJetStream(): Promise<void> {
    if (direct) return;
    if (probe === undefined) {
      // Nothing to prove it with: the next group will.
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
      log.info("the spool can be written again");
    } catch (error) {
      log.debug({ err: error }, "the spool cannot be written yet");
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
    await Promise.all([probeJetStream(), probeSpool(), drain()]);
    retrying = false;
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
    // A group may hold several versions; it goes where its first one goes. Nothing downstream relies on a version's partition.
    subject: executionSubject(first.versionId),
    // The first id and the count name a group as long as nobody is first in two; a repeated execution could be, beside others.
    messageId: first.isAgain === true ? newId() : groupMessageId(first.executionId, group.length),
    // As bytes: what the client of NATS does with a text costs several times as much.
    payload: Buffer.from(encodeGroup(group.map((entry) => entry.line))),
    traceparents,
  };
}
