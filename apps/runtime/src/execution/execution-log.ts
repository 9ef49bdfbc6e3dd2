import { encodeGroup, executionSubject, groupMessageId } from "@airlock/contract";
import { newId, type DurableMessage, type Log } from "@airlock/platform";
import type { Spool } from "./spool.ts";

export interface LogEntry {
  readonly executionId: string;
  readonly versionId: string;
  /** The execution as one line of the log. */
  readonly line: string;
  readonly traceparent: string | undefined;
  /** True when the execution may be in the log already, in another group. */
  readonly isAgain?: boolean;
  /** Called once: true when the execution is durable, false when it is not known to be. */
  readonly done: (durable: boolean) => void;
}

/**
 * Appends executions with natural group commit: while one group is on its way, the next gathers, and it leaves when the first is
 * acknowledged. The busier the process, the larger the groups and the smaller the share of each execution in an append.
 *
 * Groups go to JetStream, or to the spool as soon as JetStream fails to acknowledge one, until a message gets through again.
 */
export interface ExecutionLog {
  readonly append: (entry: LogEntry) => void;
  /** JetStream may be back: tries the spool's messages on it. */
  readonly retry: () => void;
  readonly state: () => LogState;
  /** Answers when everything appended so far is settled. */
  readonly settle: () => Promise<void>;
}

export interface LogState {
  /** Whether groups go to JetStream, not to the spool. */
  readonly direct: boolean;
  readonly groups: number;
  readonly executions: number;
  readonly spooled: number;
}

export interface ExecutionLogOptions {
  /** Rejects when not acknowledged, for whatever reason. */
  readonly publish: (message: DurableMessage) => Promise<void>;
  readonly spool: Spool;
  readonly log: Log;
}

/** Characters of one group: a message of four bytes a character still fits NATS's 4 MB. */
const groupCharacters = 900_000;

export function createExecutionLog(options: ExecutionLogOptions): ExecutionLog {
  const { publish, spool, log } = options;
  let waiting: LogEntry[] = [];
  let flushing = false;
  let scheduled = false;
  let retrying = false;
  // Messages that the last process left behind do not keep new ones from JetStream.
  let direct = true;
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

  function takeGroup(): LogEntry[] {
    let characters = 0;
    let count = 0;
    while (count < waiting.length && (count === 0 || characters < groupCharacters)) {
      characters += waiting[count]?.line.length ?? 0;
      count += 1;
    }
    const group = count === waiting.length ? waiting : waiting.slice(0, count);
    waiting = count === waiting.length ? [] : waiting.slice(count);
    return group;
  }

  async function flush(): Promise<void> {
    if (flushing) return;
    flushing = true;
    while (waiting.length > 0) {
      const group = takeGroup();
      const durable = await store(messageOf(group));
      counts.groups += 1;
      counts.executions += group.length;
      for (const entry of group) entry.done(durable);
    }
    flushing = false;
    for (const tell of settled.splice(0)) tell();
  }

  async function store(message: DurableMessage): Promise<boolean> {
    if (direct) {
      try {
        await publish(message);
        return true;
      } catch (error) {
        direct = false;
        log.warn({ err: error }, "JetStream does not acknowledge; executions go to the spool");
      }
    }
    try {
      await spool.write(message);
      counts.spooled += 1;
      return true;
    } catch (error) {
      log.error({ err: error }, "the spool does not take an execution; its caller gets 503");
      return false;
    }
  }

  /** The first message that gets through shows that JetStream is back: new groups then go to it while the spool is still draining. */
  async function drain(): Promise<void> {
    let sent = 0;
    await spool.drain(async (message) => {
      await publish(message);
      sent += 1;
      if (!direct) log.info("JetStream acknowledges again");
      direct = true;
    });
    if (sent > 0) log.info({ messages: sent }, "the spool is drained");
    // Nothing was left to prove it with: the next group will.
    direct = true;
  }

  async function retry(): Promise<void> {
    if (retrying || (direct && spool.empty())) return;
    retrying = true;
    try {
      await drain();
    } catch (error) {
      log.debug({ err: error }, "the spool waits");
    } finally {
      retrying = false;
    }
  }

  return {
    append,
    retry: () => void retry(),
    state: () => ({ direct, ...counts }),
    settle: () =>
      waiting.length === 0 && !flushing
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
