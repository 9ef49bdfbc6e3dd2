import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { decodeGroup } from "@airlock/contract";
import { eventually } from "../support/eventually.ts";
import { metricOf } from "./metric-of.ts";
import type { World } from "./world.ts";

/** The spool folder of a runtime of the instance. */
export function spoolFolder(world: World, runtime: string): string {
  return join(world.instance.folder, runtime, "runtime", "spool");
}

/** Changes bytes of the largest segment that a stopped runtime left. */
export async function changeLargestSegment(folder: string, change: (segment: Buffer) => void): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".spool2"));
  const segments = await Promise.all(names.map(async (name) => ({ path: join(folder, name), bytes: await readFile(join(folder, name)) })));
  const [largest] = segments.toSorted((one, other) => other.bytes.length - one.bytes.length);
  if (largest === undefined) throw new Error(`There is no segment in ${folder}.`);
  change(largest.bytes);
  await writeFile(largest.path, largest.bytes);
}

/** A segment as release 0.5.0 wrote it, before all others: each frame is length, checksum and body. */
export async function addSegmentOf050(folder: string, payload: string): Promise<void> {
  const body = Buffer.from(`${JSON.stringify(["poison", "executions.0", []])}\n${payload}`);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  await writeFile(join(folder, "000000000000.spool"), Buffer.concat([header, body]));
}

export interface FoundFrame {
  /** Of its marker. */
  readonly offset: number;
  readonly executionIds: readonly string[];
}

const headerBytes = 16;

/** The frames of an undamaged segment. Each starts with the same marker, which no body contains. */
export function framesIn(segment: Buffer): readonly FoundFrame[] {
  const marker = segment.subarray(0, 4);
  const offsets: number[] = [];
  for (let at = 0; at !== -1; at = segment.indexOf(marker, at + 1)) offsets.push(at);
  return offsets.map((offset, index) => {
    const body = segment.subarray(offset + headerBytes, offsets[index + 1]).toString();
    const { executions } = decodeGroup(body.slice(body.indexOf("\n") + 1));
    return { offset, executionIds: executions.map(({ executionId }) => executionId) };
  });
}

export async function spoolSent(runtime: string): Promise<void> {
  await eventually("the spool to be sent", async () => {
    const isSent = (await metricOf(runtime, "airlock_spool_bytes")) === 0 && (await metricOf(runtime, "airlock_log_direct")) === 1;
    return isSent || undefined;
  });
}
