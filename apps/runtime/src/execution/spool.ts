import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, stat, statfs, truncate, unlink, type FileHandle } from "node:fs/promises";
import { basename, join } from "node:path";
import { MessageRefused, newId, type DurableMessage, type Log } from "@airlock/platform";
import { isNoRoom, replaceFile, syncFolder } from "../disk/durable-file.ts";
import { frameOf, readFrames, type FrameFormat } from "./spool-frames.ts";

/**
 * Stores executions on this machine's disk while JetStream is unavailable. A write is synced before it resolves, so a response may rely on it. A
 * segment is deleted when JetStream has acknowledged all of its messages; after a crash in between, messages are sent again with the same ids.
 *
 * No message blocks another: one that the server refuses permanently is moved to the folder `quarantine`, and a segment with damaged frames is moved
 * to the folder `damaged` once its other frames are sent.
 */
export interface Spool {
  /** Rejects if the message was not stored, with `SpoolWriteUncertain` if it may have been. */
  readonly write: (message: DurableMessage) => Promise<void>;
  readonly bytes: () => number;
  readonly empty: () => boolean;
  /** Sends everything written so far. Keeps messages that were not acknowledged, sends those after them, and then rejects. */
  readonly drain: (send: (message: DurableMessage) => Promise<void>) => Promise<void>;
  /** Writes and deletes this number of bytes. Rejects while the spool or the disk has no room for them. */
  readonly probe: (bytes: number) => Promise<void>;
  /** Why a write would fail now, as far as this is known without writing. */
  readonly obstacle: () => Promise<string | undefined>;
  readonly kept: () => KeptFiles;
  readonly close: () => Promise<void>;
}

/** Files that are not sent and need an operator. */
interface KeptFiles {
  readonly quarantined: number;
  readonly damaged: number;
}

export interface SpoolOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly log: Log;
  readonly onQuarantined?: () => void;
  readonly onDamaged?: (frames: number) => void;
}

export class SpoolFull extends Error {}

/** The write failed and could not be undone, so the message may be sent later. */
export class SpoolWriteUncertain extends Error {}

interface Segment {
  readonly path: string;
  readonly format: FrameFormat;
  bytes: number;
  /** Indices of messages that were acknowledged while others of the segment were not. */
  readonly sent: Set<number>;
  isReported: boolean;
}

const segmentBytes = 8 * 1024 * 1024;
/** Messages in flight while draining: the server syncs each, so sending one at a time would be slow. */
const sendTogether = 32;
/** Less free space than this counts as full. */
const minRoomBytes = 4_096;
const minDiskBytes = 1024 * 1024;

/** Releases up to 0.5.0 read and delete only `.spool`, so that a downgrade leaves segments of format 2 alone. */
const extensions = { ".spool": 1, ".spool2": 2 } as const;
const segmentName = /^(\d{12})?.*(\.spool2?)$/;

export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { folder, maxBytes, log } = options;
  const quarantineFolder = join(folder, "quarantine");
  const damagedFolder = join(folder, "damaged");
  const makeFolders = async (): Promise<void> => {
    for (const path of [folder, quarantineFolder, damagedFolder]) await mkdir(path, { recursive: true });
  };
  await makeFolders().catch((error: unknown) => {
    if (!isNoRoom(error)) throw error;
    log.warn({ err: error, folder }, "no room for the spool");
  });
  const { segments: closed, next: firstNumber } = await existingSegments(folder);
  let next = firstNumber;
  let quarantined = (await namesIn(quarantineFolder)).filter((name) => segmentName.test(name)).length;
  let damaged = (await namesIn(damagedFolder)).length;
  await dropTornFrame(closed.at(-1), log);
  let current: { readonly segment: Segment; readonly file: FileHandle } | undefined;
  let draining: Promise<void> | undefined;
  /** Serialises writing and closing: a segment must not be closed between a frame and its sync. */
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  const bytes = (): number => closed.reduce((sum, segment) => sum + segment.bytes, current?.segment.bytes ?? 0);

  async function openCurrent(): Promise<{ readonly segment: Segment; readonly file: FileHandle }> {
    const path = join(folder, `${String(next).padStart(12, "0")}.spool2`);
    next += 1;
    await makeFolders();
    const file = await open(path, "wx");
    await syncFolder(folder);
    return { segment: segmentAt(path, 2, 0), file };
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
      await undo(segment, file, error);
      throw error;
    }
    segment.bytes += frame.length;
  }

  /** After a failed sync the content of the file is unknown: cut the frame off and write nothing after it. */
  async function undo(segment: Segment, file: FileHandle, cause: unknown): Promise<void> {
    try {
      await file.truncate(segment.bytes);
      await file.datasync();
    } catch {
      segment.bytes = (await stat(segment.path)).size;
      throw new SpoolWriteUncertain("a frame was written in part and could not be cut off", { cause });
    } finally {
      await closeCurrent();
    }
    if (segment.bytes === 0) await remove(segment);
  }

  async function remove(segment: Segment): Promise<void> {
    await unlink(segment.path);
    closed.splice(closed.indexOf(segment), 1);
  }

  async function drainAll(send: (message: DurableMessage) => Promise<void>): Promise<void> {
    await inTurn(closeCurrent);
    let failure: unknown;
    for (const segment of closed.slice()) {
      const { messages, damaged: stretches, tornAt } = readFrames(await readFile(segment.path), segment.format);
      // The end of the last segment was checked when the spool was opened. In format 1, earlier crashes may have left more torn frames.
      const frames = stretches + (tornAt !== undefined && segment.format === 2 ? 1 : 0);
      if (frames > 0) reportDamage(segment, frames);
      failure = (await drainSegment(segment, messages, send)) ?? failure;
      if (segment.sent.size < messages.length) continue;
      if (frames === 0) await remove(segment);
      else await keepDamaged(segment);
    }
    if (failure !== undefined) throw failure;
  }

  /** Returns why some messages of the segment were not acknowledged. Throws if apparently none can be at the moment. */
  async function drainSegment(
    segment: Segment,
    messages: readonly DurableMessage[],
    send: (message: DurableMessage) => Promise<void>,
  ): Promise<Error | undefined> {
    let failure: Error | undefined;
    const pending = [...messages.entries()].filter(([index]) => !segment.sent.has(index));
    for (let from = 0; from < pending.length; from += sendTogether) {
      const before = segment.sent.size;
      await Promise.all(
        pending.slice(from, from + sendTogether).map(async ([index, message]) => {
          try {
            await send(message).catch((error: unknown) => quarantine(message, error));
            segment.sent.add(index);
          } catch (error) {
            failure = error instanceof Error ? error : new Error(String(error));
          }
        }),
      );
      if (segment.sent.size > before) continue;
      // Start with another segment next time, in case only these messages cannot be acknowledged.
      closed.push(...closed.splice(closed.indexOf(segment), 1));
      throw failure ?? new Error("no message was sent");
    }
    return failure;
  }

  /** Rethrows errors that are not refusals. */
  async function quarantine(message: DurableMessage, error: unknown): Promise<void> {
    if (!(error instanceof MessageRefused)) throw error;
    const file = join(quarantineFolder, (message.messageId ?? newId()).replaceAll(/[^\w-]/g, "_"));
    await replaceFile(`${file}.reason`, `${error.message}\n`);
    await replaceFile(`${file}.spool2`, frameOf(message));
    quarantined += 1;
    options.onQuarantined?.();
    log.error(
      { err: error, messageId: message.messageId, file: `${file}.spool2` },
      "JetStream refuses a spooled message; it is in quarantine",
    );
  }

  function reportDamage(segment: Segment, frames: number): void {
    if (segment.isReported) return;
    segment.isReported = true;
    options.onDamaged?.(frames);
    log.error({ file: segment.path, frames }, "a spool segment has damaged frames; the others are sent, and the file is kept");
  }

  async function keepDamaged(segment: Segment): Promise<void> {
    // Segment numbers are reused after a restart.
    await makeFolders();
    await rename(segment.path, join(damagedFolder, `${newId()}-${basename(segment.path)}`));
    await syncFolder(damagedFolder);
    closed.splice(closed.indexOf(segment), 1);
    damaged += 1;
  }

  async function probe(size: number): Promise<void> {
    if (bytes() + size > maxBytes) throw new SpoolFull(`the spool holds ${bytes()} of ${maxBytes} bytes`);
    await makeFolders();
    const path = join(folder, "probe");
    const file = await open(path, "w");
    try {
      await file.writeFile(Buffer.alloc(size));
      await file.datasync();
    } finally {
      await file.close();
      await unlink(path);
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
    probe,
    obstacle: async () => {
      if (bytes() + minRoomBytes > maxBytes) return "the spool is full";
      await makeFolders();
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize < minDiskBytes ? "the disk is full" : undefined;
    },
    kept: () => ({ quarantined, damaged }),
    close: () => inTurn(closeCurrent),
  };
}

/** Empty if there was no room to create the folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}

async function existingSegments(folder: string): Promise<{ readonly segments: Segment[]; readonly next: number }> {
  const segments: Segment[] = [];
  let next = 1;
  for (const name of (await namesIn(folder)).toSorted()) {
    const [, number = "0", extension] = segmentName.exec(name) ?? [];
    if (extension !== ".spool" && extension !== ".spool2") continue;
    const path = join(folder, name);
    segments.push(segmentAt(path, extensions[extension], (await stat(path)).size));
    next = Math.max(next, Number(number) + 1);
  }
  return { segments, next };
}

function segmentAt(path: string, format: FrameFormat, bytes: number): Segment {
  return { path, format, bytes, sent: new Set(), isReported: false };
}

/** A crash during a write leaves part of a frame at the end of the last segment. It was never acknowledged. */
async function dropTornFrame(segment: Segment | undefined, log: Log): Promise<void> {
  if (segment === undefined) return;
  const { tornAt } = readFrames(await readFile(segment.path), segment.format);
  if (tornAt === undefined) return;
  log.info({ file: segment.path, bytes: segment.bytes - tornAt }, "the last write of the spool was cut short; it was not acknowledged");
  await truncate(segment.path, tornAt);
  segment.bytes = tornAt;
}
