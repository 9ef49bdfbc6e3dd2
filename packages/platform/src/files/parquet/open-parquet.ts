import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { FileFailure } from "../csv/file-failure.ts";
import type { KeptColumn } from "../csv/row-writer.ts";
import { TaskTimeout } from "../../process/thread-pool.ts";
import { parquetLimits } from "./limits.ts";
import type { FromThread, ParquetTask, ToThread } from "./messages.ts";
import type { ParquetDescription } from "./look.ts";
import type { ParquetBatch } from "./parquet-file.ts";

/** Bytes of a file from `from` up to, not including, `to`. */
export type ReadBytes = (from: number, to: number) => AsyncIterable<Buffer>;

export interface ParquetSource {
  readonly length: number;
  readonly read: ReadBytes;
}

/** By the first bytes of a file. */
export function isParquet(beginning: Buffer): boolean {
  const mark = beginning.toString("latin1", 0, 4);
  return mark === "PAR1" || mark === "PARE";
}

export interface LookOptions {
  /** A preview that takes longer, including reading, is ended together with its thread. */
  readonly runMillis?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Describes a file by its schema and first rows. Rejects with `FileFailure`, with the error of the source, with `TaskTimeout`, or with the signal's
 * reason; the thread has ended by then.
 */
export async function describeParquet(source: ParquetSource, { runMillis, signal }: LookOptions = {}): Promise<ParquetDescription> {
  const deadline = runMillis === undefined ? undefined : AbortSignal.timeout(runMillis);
  const stop = AbortSignal.any([deadline, signal].filter((one) => one !== undefined));
  try {
    for await (const message of saysOf(source, { length: source.length, read: undefined }, stop)) {
      if (message.kind === "described") return message.description;
    }
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    throw deadline?.aborted === true ? new TaskTimeout(`The look took longer than ${runMillis} ms.`) : error;
  }
  throw new FileFailure("PARQUET_DAMAGED");
}

/** Rows from index `from` in batches; reading waits for the consumer. */
export async function* readParquet(source: ParquetSource, kept: readonly KeptColumn[], from: number): AsyncGenerator<ParquetBatch> {
  for await (const message of saysOf(source, { length: source.length, read: { kept, from } })) {
    if (message.kind === "end") return;
    if (message.kind === "batch") yield message.batch;
  }
  throw new FileFailure("PARQUET_DAMAGED");
}

async function* saysOf(source: ParquetSource, task: ParquetTask, stop?: AbortSignal): AsyncGenerator<FromThread> {
  stop?.throwIfAborted();
  const thread = new Worker(new URL("./parquet-thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: parquetLimits.heapMegabytes, maxYoungGenerationSizeMb: 64 },
    // The thread must not see this process's environment.
    env: {},
    execArgv: [],
  });
  const tell = (message: ToThread, transfer: readonly ArrayBuffer[] = []): void => thread.postMessage(message, [...transfer]);
  const received: FromThread[] = [];
  let ended: unknown;
  let isOver = false;
  thread.on("message", (message: FromThread) => received.push(message));
  thread.once("error", (error) => (ended = error));
  thread.once("exit", () => (isOver = true));
  const stopped = Promise.withResolvers<never>();
  const abort = (): void => stopped.reject(stop?.reason);
  stop?.addEventListener("abort", abort, { once: true });
  // It may be rejected while nothing awaits it.
  stopped.promise.catch(() => undefined);
  const unlessStopped = <T>(work: Promise<T>): Promise<T> => Promise.race([work, stopped.promise]);
  try {
    for (;;) {
      const message = received.shift();
      if (message === undefined) {
        if (isOver) throw ended === undefined ? new FileFailure("PARQUET_DAMAGED") : failureOf(ended);
        await unlessStopped(somethingFrom(thread));
        continue;
      }
      if (message.kind === "slice") {
        const bytes = await unlessStopped(bytesOf(source, message.from, message.to, stop));
        tell({ kind: "bytes", id: message.id, bytes }, [bytes]);
      } else if (message.kind === "failed") {
        throw new FileFailure(message.code, message.where);
      } else {
        yield message;
        if (message.kind === "batch") tell({ kind: "continue" });
      }
    }
  } finally {
    stop?.removeEventListener("abort", abort);
    await thread.terminate();
  }
}

/** A thread that exceeds its heap is terminated without affecting the process. */
function failureOf(error: unknown): unknown {
  const { code } = (error instanceof Error ? error : {}) as { readonly code?: unknown };
  return code === "ERR_WORKER_OUT_OF_MEMORY" ? new FileFailure("PARQUET_BOMB") : error;
}

async function somethingFrom(thread: Worker): Promise<void> {
  const silence = AbortSignal.timeout(parquetLimits.silentMillis);
  const over = new AbortController();
  const signal = AbortSignal.any([silence, over.signal]);
  try {
    await Promise.race([once(thread, "message", { signal }), once(thread, "exit", { signal })]);
  } catch (error) {
    if (silence.aborted) throw new FileFailure("PARQUET_BOMB");
    // An error of the thread: its exit follows.
    if (!(error instanceof Error) || error.name === "AbortError") throw error;
  } finally {
    over.abort();
  }
}

async function bytesOf({ length, read }: ParquetSource, from: number, to: number, stop?: AbortSignal): Promise<ArrayBuffer> {
  const isInside = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && to <= length && from <= to;
  if (!isInside || to - from > parquetLimits.groupBytes) throw new FileFailure("PARQUET_DAMAGED");
  const bytes = new Uint8Array(to - from);
  let at = 0;
  if (to > from) {
    for await (const chunk of read(from, to)) {
      stop?.throwIfAborted();
      if (at + chunk.length > bytes.length) throw new FileFailure("PARQUET_DAMAGED");
      bytes.set(chunk, at);
      at += chunk.length;
    }
  }
  if (at !== bytes.length) throw new FileFailure("PARQUET_DAMAGED");
  return bytes.buffer;
}
