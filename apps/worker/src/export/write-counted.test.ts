import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { writeCounted } from "./write-counted.ts";

const never = new AbortController().signal;

/** More than streams buffer, like the response of ClickHouse. */
function response(failure?: Error): Readable {
  return Readable.from(
    (function* chunks() {
      for (let at = 0; at < 1_000; at += 1) yield Buffer.alloc(1_000);
      if (failure !== undefined) throw failure;
    })(),
    { objectMode: false },
  );
}

/** A bucket whose upload fails at this byte. */
function uploadTo(maxBytes: number, chunks: Buffer[] = []): (content: Readable) => Promise<void> {
  let bytes = 0;
  return (content) =>
    pipeline(
      content,
      new Writable({
        write(chunk: Buffer, _encoding, next) {
          bytes += chunk.length;
          chunks.push(chunk);
          next(bytes > maxBytes ? new Error("The bucket is full.") : null);
        },
      }),
    );
}

test("all bytes are written and counted", async () => {
  const chunks: Buffer[] = [];
  expect(await writeCounted(response(), uploadTo(Number.POSITIVE_INFINITY, chunks), never)).toBe(1_000_000);
  expect(Buffer.concat(chunks)).toHaveLength(1_000_000);
});

test("an upload that fails ends the response, so that its connection is free again", async () => {
  const failing = response();
  await expect(writeCounted(failing, uploadTo(100_000), never)).rejects.toThrow("The bucket is full.");
  await expect.poll(() => failing.destroyed).toBe(true);
  const unread = response();
  await expect(writeCounted(unread, () => Promise.reject(new Error("There is no bucket.")), never)).rejects.toThrow("There is no bucket.");
  await expect.poll(() => unread.destroyed).toBe(true);
});

test("an abort ends both", async () => {
  const stopping = new AbortController();
  const from = response();
  const writing = writeCounted(
    from,
    (content) => {
      stopping.abort();
      return uploadTo(Number.POSITIVE_INFINITY)(content);
    },
    stopping.signal,
  );
  await expect(writing).rejects.toThrow("aborted");
  await expect.poll(() => from.destroyed).toBe(true);
});

test("a response that fails fails the upload", async () => {
  const cut = new Error("The connection was cut.");
  await expect(writeCounted(response(cut), uploadTo(Number.POSITIVE_INFINITY), never)).rejects.toBe(cut);
});
