import { once } from "node:events";
import { parentPort, Worker } from "node:worker_threads";
import { createSlotQueue, type SlotLimits } from "./slot-queue.ts";

export interface ThreadPoolOptions extends Omit<SlotLimits, "all"> {
  /** The module that a thread runs: it calls `serveTasks`. */
  readonly file: URL;
  readonly threads: number;
  /** A task that runs longer is ended together with its thread. */
  readonly runMillis: number;
  readonly heapMegabytes: number;
}

export interface ThreadPool<Task, Result> {
  /** Rejects with `Busy`, `TaskTimeout`, the signal's reason, or what the task threw. */
  readonly run: (owner: string, task: Task, signal?: AbortSignal) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export class TaskTimeout extends Error {}
/** The task threw; its thread goes on with the next one. */
export class TaskFailed extends Error {}

/** What a thread sends back for a task. */
export type TaskReply<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: string };

/**
 * CPU-bound work off the event loop. A thread runs one task at a time and is reused; one that was aborted, timed out or died is replaced.
 * Threads start when they are first needed and do not keep the process alive while they are idle.
 */
export function createThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const queue = createSlotQueue({ ...options, all: options.threads });
  const idle: Worker[] = [];
  const all = new Set<Worker>();

  function take(): Worker {
    const known = idle.pop();
    if (known !== undefined) return known;
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
    // Without a task it has nothing to report: `exit` follows and removes it.
    thread.on("error", () => undefined);
    return thread;
  }

  async function runIn(thread: Worker, task: Task, signal: AbortSignal | undefined): Promise<Result> {
    const settled = new AbortController();
    const deadline = AbortSignal.timeout(options.runMillis);
    const stop = AbortSignal.any([settled.signal, deadline, ...(signal === undefined ? [] : [signal])]);
    thread.ref();
    try {
      const replied = once(thread, "message", { signal: stop });
      const ended = once(thread, "exit", { signal: stop }).then(() => Promise.reject(new Error("The thread ended before its task.")));
      thread.postMessage(task, []);
      const [reply] = (await Promise.race([replied, ended])) as [TaskReply<Result>]; // As `serveTasks` sends it.
      if (!reply.ok) throw new TaskFailed(reply.error);
      return reply.result;
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      throw deadline.aborted ? new TaskTimeout(`The task ran longer than ${options.runMillis} ms.`) : error;
    } finally {
      settled.abort();
    }
  }

  function release(thread: Worker): void {
    thread.unref();
    idle.push(thread);
  }

  return {
    run: async (owner, task, signal) => {
      const leave = await queue.enter(owner, signal);
      const thread = take();
      try {
        const result = await runIn(thread, task, signal);
        release(thread);
        return result;
      } catch (error) {
        if (error instanceof TaskFailed) release(thread);
        else await thread.terminate();
        throw error;
      } finally {
        leave();
      }
    },
    close: async () => {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

/** The other side, called once in the thread's module. A task is what the pool's `run` was given; `never` takes a handler of any task. */
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
}
