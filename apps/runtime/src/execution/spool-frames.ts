import { crc32 } from "node:zlib";
import type { DurableMessage } from "@airlock/platform";

/**
 * The layout of messages in a segment of the spool. A frame of format 2 is a marker, the length of the body, the checksum of the body, the checksum
 * of the header, and the body. The marker contains bytes that never occur in UTF-8, so no body contains it: after a damaged frame the next one is
 * found even if the damaged length is wrong, and no text sent by a caller can be mistaken for a frame.
 *
 * Format 1 (length, checksum, body; release 0.5.0 and earlier) is read but no longer written.
 */
export type FrameFormat = 1 | 2;

export interface Frames {
  readonly messages: readonly DurableMessage[];
  /** Number of byte ranges that are not frames. */
  readonly damaged: number;
  /** Offset of a last frame that a crash cut short, which was never acknowledged. */
  readonly tornAt: number | undefined;
}

const marker = Buffer.from([0xff, 0xfe, 0x41, 0x4c]);
const headerBytes = { 1: 8, 2: 16 } as const;

export function frameOf(message: DurableMessage): Buffer {
  const head = JSON.stringify([message.messageId, message.subject, message.traceparents ?? []]);
  const body = Buffer.from(`${head}\n${typeof message.payload === "string" ? message.payload : Buffer.from(message.payload).toString()}`);
  const frame = Buffer.allocUnsafe(headerBytes[2] + body.length);
  marker.copy(frame);
  frame.writeUInt32LE(body.length, 4);
  frame.writeUInt32LE(crc32(body), 8);
  frame.writeUInt32LE(crc32(frame.subarray(0, 12)), 12);
  body.copy(frame, headerBytes[2]);
  return frame;
}

/** Returns every intact frame of a segment. A damaged frame loses only itself, not those after it. */
export function readFrames(file: Buffer, format: FrameFormat): Frames {
  const messages: DurableMessage[] = [];
  let damaged = 0;
  let at = 0;
  while (at < file.length) {
    const frame = frameAt(file, at, format);
    if (frame !== undefined) {
      messages.push(frame.message);
      at = frame.end;
      continue;
    }
    const next = nextFrame(file, at + 1, format);
    if (next === undefined) {
      if (isTorn(file, at, format)) return { messages, damaged, tornAt: at };
      return { messages, damaged: damaged + 1, tornAt: undefined };
    }
    damaged += 1;
    at = next;
  }
  return { messages, damaged, tornAt: undefined };
}

interface Body {
  readonly length: number;
  readonly checksum: number;
}

/** Reads the header at an offset; undefined if there is no intact header. */
function headerAt(file: Buffer, at: number, format: FrameFormat): Body | undefined {
  if (at + headerBytes[format] > file.length) return undefined;
  if (format === 1) return { length: file.readUInt32LE(at), checksum: file.readUInt32LE(at + 4) };
  if (marker.compare(file, at, at + marker.length) !== 0 || crc32(file.subarray(at, at + 12)) !== file.readUInt32LE(at + 12))
    return undefined;
  return { length: file.readUInt32LE(at + 4), checksum: file.readUInt32LE(at + 8) };
}

const bodyStart = Buffer.from('["');

function frameAt(file: Buffer, at: number, format: FrameFormat): { readonly message: DurableMessage; readonly end: number } | undefined {
  const header = headerAt(file, at, format);
  if (header === undefined) return undefined;
  const from = at + headerBytes[format];
  const end = from + header.length;
  // A file that was extended before it was written reads as zeros, whose checksum is zero.
  if (header.length < bodyStart.length || end > file.length) return undefined;
  // Compared before the checksum, which is expensive: searching for the next frame of format 1 tries every byte.
  if (bodyStart.compare(file, from, from + bodyStart.length) !== 0) return undefined;
  const body = file.subarray(from, end);
  if (crc32(body) !== header.checksum) return undefined;
  const text = body.toString();
  const head = text.indexOf("\n");
  // The checksum proves that `frameOf` wrote it.
  const [messageId, subject, traceparents] = JSON.parse(text.slice(0, head)) as [string, string, string[]];
  return { message: { messageId, subject, traceparents, payload: text.slice(head + 1) }, end };
}

function nextFrame(file: Buffer, from: number, format: FrameFormat): number | undefined {
  if (format === 1) {
    for (let at = from; at < file.length; at += 1) if (frameAt(file, at, 1) !== undefined) return at;
    return undefined;
  }
  for (let at = file.indexOf(marker, from); at !== -1; at = file.indexOf(marker, at + 1)) {
    if (frameAt(file, at, 2) !== undefined) return at;
  }
  return undefined;
}

/** Whether the rest, which contains no further frame, is an unfinished write rather than a frame that was damaged later. */
function isTorn(file: Buffer, at: number, format: FrameFormat): boolean {
  const rest = file.subarray(at);
  if (rest.length < headerBytes[format]) return true;
  const header = headerAt(file, at, format);
  // Zeros instead of a header: the file was extended and nothing of the frame was written.
  if (header === undefined) return rest.subarray(0, headerBytes[format]).every((byte) => byte === 0);
  if (header.length === 0) return true;
  const end = at + headerBytes[format] + header.length;
  // A body is text and never ends in a zero byte: its last page was not written.
  return end > file.length || file[end - 1] === 0;
}
