/**
 * Parses one Parquet file in a thread with a heap of its own, so that no file can crash the process. The thread has no I/O: the parent sends it the
 * bytes.
 */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { FileFailure } from "../csv/file-failure.ts";
import type { FromThread, ParquetTask, ToThread } from "./messages.ts";
import { openParquetFile } from "./parquet-file.ts";

if (parentPort === null) throw new Error("This is a thread of parquet.ts and nothing else.");
const port = parentPort;
const { length, read } = workerData as ParquetTask; // As `openThread` sends it.
const say = (message: FromThread, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, [...transfer]);

const waiting = new Map<number, (bytes: ArrayBuffer) => void>();
let slices = 0;
port.on("message", (message: ToThread) => {
  if (message.kind !== "bytes") return;
  waiting.get(message.id)?.(message.bytes);
  waiting.delete(message.id);
});

const file = {
  byteLength: length,
  slice: (from: number, to = length): Promise<ArrayBuffer> =>
    new Promise((resolve) => {
      const id = (slices += 1);
      waiting.set(id, resolve);
      say({ kind: "slice", id, from, to });
    }),
};

async function goOn(): Promise<void> {
  for (;;) {
    const [message] = (await once(port, "message")) as ToThread[]; // The parent is the only sender on this port.
    if (message?.kind === "continue") return;
  }
}

try {
  const parquet = await openParquetFile(file);
  if (read === undefined) {
    say({ kind: "described", description: await parquet.describe() });
  } else {
    for await (const batch of parquet.read(read.kept, read.from)) {
      const ready = goOn();
      say({ kind: "batch", batch });
      await ready;
    }
    say({ kind: "end" });
  }
} catch (error) {
  // Inconsistent metadata makes the parser throw all kinds of errors.
  const failure = error instanceof FileFailure ? error : new FileFailure("PARQUET_DAMAGED");
  say({ kind: "failed", code: failure.code, where: failure.where });
}
port.close();
