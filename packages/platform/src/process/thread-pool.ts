import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, Worker } from "node:worker_threads";
import { createSlotQueue, type SlotLimits } from "./slot-queue.ts";

export interface ThreadPoolOptions extends Omit<SlotLimits, "all"> {
  /** The module that a thread runs: it calls `serveTasks`. */
  readonly file: URL;
  readonly threads: number;
  /**
   * A task that uses more processor time is ended together with its thread. Starting a thread and waiting for a processor do not count: on a loaded
   * machine a task takes longer, but is not refused for it.
   */
  readonly cpuMillis: number;
  readonly heapMegabytes: number;
}

export interface ThreadPool<Task, Result> {
  /** Rejects with `Busy`, `TaskTimeout`, the signal's reason, or the exception of the task. */
  readonly run: (owner: string, task: Task, signal?: AbortSignal) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export class TaskTimeout extends Error {}
/** The task threw; its thread continues with the next one. */
export class TaskFailed extends Error {}

/** A thread's response to a task. */
export type TaskReply<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: string };

/**
 * Runs CPU-bound work off the event loop. A thread runs one task at a time and is reused; one that was aborted, timed out or died is replaced.
 * Threads start on demand and do not keep the process alive while they are idle.
 */
export function createThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const queue = createSlotQueue({ ...options, all: options.threads });
  const idle: Worker[] = [];
  const all = new Set<Worker>();

  async function start(): Promise<Worker> {
    const thread = new Worker(options.file, {
      resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes, maxYoungGenerationSizeMb: 64 },
      // Tasks get everything they need as data.
      env: {},
      execArgv: [],
    });
    all.add(thread);
    thread.once("exit", () => {
      all.delete(thread);
      const at = idle.indexOf(thread);
      if (at !== -1) idle.splice(at, 1);
    });
    // Without a task there is nothing to report: `exit` follows and removes the thread.
    thread.on("error", () => undefined);
    // The first message means that the thread is ready.
    await messageOf(thread);
    return thread;
  }

  async function runIn(thread: Worker, task: Task, signal: AbortSignal | undefined): Promise<Result> {
    const settled = new AbortController();
    const stop = AbortSignal.any([settled.signal, ...(signal === undefined ? [] : [signal])]);
    thread.ref();
    try {
      thread.postMessage(task, []);
      const reply = await Promise.race([messageOf(thread, stop), tooLong(thread, options.cpuMillis, stop)]);
      return resultOf(reply as TaskReply<Result>); // As `serveTasks` sends it.
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : error;
    } finally {
      settled.abort();
    }
  }

  function release(thread: Worker): void {
    thread.unref();
    idle.push(thread);
  }

  return {
    run: (owner, task, signal) =>
      queue.run(owner, signal, async () => {
        const thread = idle.pop() ?? (await start());
        try {
          const result = await runIn(thread, task, signal);
          release(thread);
          return result;
        } catch (error) {
          if (error instanceof TaskFailed) release(thread);
          else await thread.terminate();
          throw error;
        }
      }),
    close: async () => {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

function resultOf<Result>(reply: TaskReply<Result>): Result {
  if (!reply.ok) throw new TaskFailed(reply.error);
  return reply.result;
}

/** The next message. Rejects if the thread ends first, with its error if it has one. */
async function messageOf(thread: Worker, stop?: AbortSignal): Promise<unknown> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, ...(stop === undefined ? [] : [stop])]);
  const ended = once(thread, "exit", { signal }).then(() => Promise.reject(new Error("The thread ended before its task.")));
  try {
    const [message] = (await Promise.race([once(thread, "message", { signal }), ended])) as [unknown];
    return message;
  } finally {
    settled.abort();
    ended.catch(() => undefined);
  }
}

/** Rejects with `TaskTimeout` once the thread has used this much processor time from now on; never settles if the thread has ended. */
async function tooLong(thread: Worker, cpuMillis: number, stop: AbortSignal): Promise<never> {
  const used = (): Promise<number> =>
    thread.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => Number.NaN,
    );
  const before = await used();
  for (;;) {
    await sleep(Math.min(cpuMillis, 250), undefined, { signal: stop, ref: false });
    if ((await used()) - before > cpuMillis) throw new TaskTimeout(`The task took more than ${cpuMillis} ms of processor time.`);
  }
}

/** The thread's side, called once in its module. A task is the argument of the pool's `run`; `never` accepts a handler of any task. */
export function serveTasks(handle: (task: never) => unknown): void {
  if (parentPort === null) throw new Error("Tasks are served in a worker thread.");
  const port = parentPort;
  port.on("message", (task: unknown) => {
    let reply: TaskReply<unknown>;
    try {
      reply = { ok: true, result: handle(task as never) };
    } catch (error) {
      reply = { ok: false, error: error instanceof Error ? error.message : String(error) };
    }
    port.postMessage(reply);
  });
  port.postMessage("ready");
}
