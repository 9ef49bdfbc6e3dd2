import { pipeline, Transform, type Readable } from "node:stream";

/** Passes a stream to `write` and returns its bytes. Fails on abort, so that an upload does not take a truncated file for a complete one. */
export async function writeCounted(from: Readable, write: (content: Readable) => Promise<void>, signal: AbortSignal): Promise<number> {
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      next(null, chunk);
    },
    signal,
  });
  // Destroys both when one fails. The error is that of `write`.
  pipeline(from, counting, () => undefined);
  try {
    await write(counting);
    return bytes;
  } finally {
    // A response that is not read to its end keeps its connection.
    counting.destroy();
  }
}
