import { mkdir, open, readdir, readFile, stat, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { DurableMessage } from "@airlock/platform";
import { syncFolder } from "../disk/durable-file.ts";

/**
 * Where executions wait on this machine's disk while JetStream is away. A write is synced before it answers, so an answer to the
 * caller may rest on it. Segments are read back in order and deleted when JetStream has every message of theirs; after a crash in
 * between, messages are sent again under the same ids.
 *
 * A frame is length, checksum and body. A frame cut short by a crash was never acknowledged, so leaving it out loses nothing.
 */
export interface Spool {
  /** Rejects when the disk does not take it or the spool is full: then nothing was acknowledged. */
  readonly write: (message: DurableMessage) => Promise<void>;
  readonly bytes: () => number;
  readonly empty: () => boolean;
  /** Sends everything that was written before; rejects at the first message that was not taken, and keeps it and what follows. */
  readonly drain: (send: (message: DurableMessage) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export class SpoolFull extends Error {}

interface Segment {
  readonly path: string;
  bytes: number;
}

const segmentBytes = 8 * 1024 * 1024;
const frameHeader = 8;
/** Messages on their way at once while draining: the server syncs each, so waiting for one at a time would be slow. */
const sendTogether = 32;

export async function openSpool(options: { readonly folder: string; readonly maxBytes: number }): Promise<Spool> {
  const { folder, maxBytes } = options;
  await mkdir(folder, { recursive: true });
  const closed: Segment[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".spool")).toSorted()) {
    const path = join(folder, name);
    closed.push({ path, bytes: (await stat(path)).size });
  }
  let next = closed.reduce((highest, segment) => Math.max(highest, Number.parseInt(segment.path.slice(-18, -6), 10) + 1), 1);
  let current: { readonly segment: Segment; readonly file: FileHandle } | undefined;
  let draining: Promise<void> | undefined;
  /** Writing and closing take turns: a segment must not be closed between a frame and its sync. */
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  const bytes = (): number => closed.reduce((sum, segment) => sum + segment.bytes, current?.segment.bytes ?? 0);

  async function openCurrent(): Promise<{ readonly segment: Segment; readonly file: FileHandle }> {
    const path = join(folder, `${String(next).padStart(12, "0")}.spool`);
    next += 1;
    const file = await open(path, "wx");
    await syncFolder(folder);
    return { segment: { path, bytes: 0 }, file };
  }

  async function closeCurrent(): Promise<void> {
    if (current === undefined) return;
    const { segment, file } = current;
    current = undefined;
    closed.push(segment);
    await file.close();
  }

  async function write(message: DurableMessage): Promise<void> {
    const frame = frameOf(message);
    if (bytes() + frame.length > maxBytes) throw new SpoolFull(`the spool holds ${bytes()} of ${maxBytes} bytes`);
    if (current !== undefined && current.segment.bytes >= segmentBytes) await closeCurrent();
    current ??= await openCurrent();
    const { segment, file } = current;
    try {
      await file.appendFile(frame);
      await file.datasync();
    } catch (error) {
      // After a failed sync nobody knows what the file holds; no later frame may stand behind it.
      segment.bytes = (await file.stat()).size;
      await closeCurrent();
      throw error;
    }
    segment.bytes += frame.length;
  }

  async function drainAll(send: (message: DurableMessage) => Promise<void>): Promise<void> {
    await inTurn(closeCurrent);
    for (let segment = closed[0]; segment !== undefined; segment = closed[0]) {
      const messages = [...framesIn(await readFile(segment.path))];
      for (let index = 0; index < messages.length; index += sendTogether) {
        await Promise.all(messages.slice(index, index + sendTogether).map(send));
      }
      await unlink(segment.path);
      closed.shift();
    }
  }

  return {
    write: (message) => inTurn(() => write(message)),
    bytes,
    empty: () => closed.length === 0 && current === undefined,
    drain: (send) => {
      draining ??= drainAll(send).finally(() => {
        draining = undefined;
      });
      return draining;
    },
    close: () => inTurn(closeCurrent),
  };
}

function frameOf(message: DurableMessage): Buffer {
  const head = JSON.stringify([message.messageId, message.subject, message.traceparents ?? []]);
  const body = Buffer.from(`${head}\n${typeof message.payload === "string" ? message.payload : Buffer.from(message.payload).toString()}`);
  const frame = Buffer.allocUnsafe(frameHeader + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame.writeUInt32LE(crc32(body), 4);
  body.copy(frame, frameHeader);
  return frame;
}

/** The whole frames of a segment, up to the first that is not. */
function* framesIn(file: Buffer): Generator<DurableMessage> {
  let offset = 0;
  while (offset + frameHeader <= file.length) {
    const length = file.readUInt32LE(offset);
    const body = file.subarray(offset + frameHeader, offset + frameHeader + length);
    // A file that was made longer before it was filled reads as zeros, whose checksum is zero.
    if (length === 0 || body.length !== length || crc32(body) !== file.readUInt32LE(offset + 4)) return;
    const text = body.toString();
    const head = text.indexOf("\n");
    // The checksum says that `frameOf` wrote it.
    const [messageId, subject, traceparents] = JSON.parse(text.slice(0, head)) as [string, string, string[]];
    yield { messageId, subject, traceparents, payload: text.slice(head + 1) };
    offset += frameHeader + length;
  }
}
