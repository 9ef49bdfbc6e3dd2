import { Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import { FileFailure } from "./file-failure.ts";
import { fileLimits } from "./limits.ts";

export function isGzip(sample: Buffer): boolean {
  return sample[0] === 0x1f && sample[1] === 0x8b;
}

/** Decompresses while reading. Stops at a decompression bomb. */
export async function* unpackChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let packed = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const source = Readable.from(counted(), { objectMode: false });
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  source.once("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let unpacked = 0;
  try {
    for await (const part of gunzip) {
      // A stream that is not in object mode yields buffers.
      const chunk = part as Buffer;
      unpacked += chunk.length;
      if (unpacked > fileLimits.unpackedBytes || (unpacked > fileLimits.bombBytes && unpacked > packed * fileLimits.unpackedRatio)) {
        throw new FileFailure("GZIP_BOMB");
      }
      yield chunk;
    }
  } catch (error) {
    if (isDamage(error)) throw new FileFailure("GZIP_DAMAGED");
    throw error;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

/** Decompresses the beginning of a file, up to `maxBytes` bytes. */
export async function unpackSample(sample: Buffer, maxBytes: number): Promise<Buffer> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  gunzip.end(sample);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of gunzip) {
      const chunk = part as Buffer;
      parts.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) break;
    }
  } catch (error) {
    // What was decompressed before the damage is a valid sample; the import will report the damage.
    if (!isDamage(error)) throw error;
    if (length === 0) throw new FileFailure("GZIP_DAMAGED");
  } finally {
    gunzip.destroy();
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

function isDamage(error: unknown): boolean {
  const { code } = (error instanceof Error ? error : {}) as { readonly code?: unknown };
  return typeof code === "string" && code.startsWith("Z_");
}
