import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { Busy } from "@airlock/platform";
import type { ParquetSource } from "@airlock/platform/parquet";
import { TaskTimeout } from "@airlock/platform/thread-pool";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createParquetLooks } from "./parquet-looks.ts";

const limits = { all: 3, each: 2, waitingEach: 1, waitMillis: 60_000, runMillis: 60_000 };

const threads: Worker[] = [];
const started = (message: unknown): void => void threads.push((message as { worker: Worker }).worker); // As Node publishes it.
beforeEach(() => {
  threads.length = 0;
  subscribe("worker_threads", started);
});
afterEach(() => unsubscribe("worker_threads", started));
/** A thread that has ended has no id. */
const running = (): number => threads.filter(({ threadId }) => threadId !== -1).length;

const bytes = readFileSync(join(import.meta.dirname, "../../../../packages/platform/src/files/parquet/fixtures/codec-none.parquet"));
const file: ParquetSource = {
  length: bytes.length,
  async *read(from, to) {
    yield await Promise.resolve(bytes.subarray(from, to));
  },
};

/** A bucket server that never sends anything. */
function hanging() {
  const reading = Promise.withResolvers<void>();
  const source: ParquetSource = {
    length: bytes.length,
    // oxlint-disable-next-line require-yield -- nothing comes.
    async *read() {
      reading.resolve();
      await new Promise(() => undefined);
    },
  };
  return { source, reading: reading.promise };
}

test("a preview ends with its thread when the caller disconnects", async () => {
  const looks = createParquetLooks(limits);
  const { source, reading } = hanging();
  const caller = new AbortController();
  const look = looks.look(source, { organisationId: "a", signal: caller.signal });
  await reading;
  expect(running()).toBe(1);
  caller.abort(new Error("The caller left."));
  await expect(look).rejects.toThrow("The caller left.");
  expect(running()).toBe(0);
});

test("a preview ends with its thread at its deadline", async () => {
  const looks = createParquetLooks({ ...limits, runMillis: 100 });
  await expect(looks.look(hanging().source, { organisationId: "a" })).rejects.toThrow(TaskTimeout);
  expect([threads.length, running()]).toEqual([1, 0]);
});

test("an organisation has its share of threads, and does not delay previews of another", async () => {
  const looks = createParquetLooks(limits);
  const caller = new AbortController();
  const whose = { organisationId: "a", signal: caller.signal };
  const slow = [hanging(), hanging()];
  const filling = [...slow.map(({ source }) => looks.look(source, whose)), looks.look(file, whose)];
  await Promise.all(slow.map(({ reading }) => reading));
  await expect(looks.look(file, whose)).rejects.toThrow(Busy);
  expect(running()).toBe(2);
  expect((await looks.look(file, { organisationId: "b" })).rows).toHaveLength(4);
  expect([threads.length, running()]).toEqual([3, 2]);
  caller.abort(new Error("The caller left."));
  expect((await Promise.allSettled(filling)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(running()).toBe(0);
  expect((await looks.look(file, { organisationId: "a" })).rows).toHaveLength(4);
});
