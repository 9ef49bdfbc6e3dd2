import { afterEach, expect, test } from "vitest";
import { Busy } from "./slot-queue.ts";
import type { SampleTask } from "../testing/sample-thread.ts";
import { createThreadPool, TaskFailed, TaskTimeout, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";

const defaults = { threads: 1, each: 1, waitingEach: 1, waitMillis: 60_000, cpuMillis: 60_000, heapMegabytes: 32 };
let pool: ThreadPool<SampleTask, number>;

function open(options: Partial<ThreadPoolOptions> = {}): ThreadPool<SampleTask, number> {
  pool = createThreadPool({ file: new URL("../testing/sample-thread.ts", import.meta.url), ...defaults, ...options });
  return pool;
}
afterEach(() => pool.close());

test("a task runs in a thread, and the next one in the same", async () => {
  const { run } = open();
  expect(await run("a", "double")).toBe(42);
  expect(await run("a", "double")).toBe(42);
});

test("an exception of a task is reported, and the thread continues", async () => {
  const { run } = open();
  await expect(run("a", "throw")).rejects.toThrow(new TaskFailed("thrown in the thread"));
  expect(await run("a", "double")).toBe(42);
});

test("a task that computes too long is ended, and the next one gets a new thread", async () => {
  const { run } = open({ cpuMillis: 200 });
  await expect(run("a", "forever")).rejects.toBeInstanceOf(TaskTimeout);
  expect(await run("a", "double")).toBe(42);
});

test("a task that waits for a processor is not ended", async () => {
  const { run } = open({ cpuMillis: 200 });
  expect(await run("a", "wait a second")).toBe(42);
});

test("a thread that cannot start rejects its task and frees its slot", async () => {
  const { run } = open({ file: new URL("../testing/no-such-thread.ts", import.meta.url) });
  await expect(run("a", "double")).rejects.toThrow("no-such-thread");
  await expect(run("b", "double")).rejects.toThrow("no-such-thread");
});

test("a task is ended when its caller aborts, and its slot is released", async () => {
  const { run } = open();
  const caller = new AbortController();
  const running = run("a", "forever", caller.signal);
  const waiting = run("b", "double");
  caller.abort(new Error("left"));
  await expect(running).rejects.toThrow("left");
  expect(await waiting).toBe(42);
});

test("a task that exceeds its heap ends its thread and not the process", async () => {
  const { run } = open();
  await expect(run("a", "fill")).rejects.toMatchObject({ code: "ERR_WORKER_OUT_OF_MEMORY" });
  expect(await run("a", "double")).toBe(42);
});

test("work beyond the limits of one owner is refused", async () => {
  const { run } = open();
  const caller = new AbortController();
  const held = Promise.allSettled([run("a", "forever", caller.signal), run("a", "forever", caller.signal)]);
  await expect(run("a", "double")).rejects.toBeInstanceOf(Busy);
  caller.abort(new Error("left"));
  expect((await held).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
