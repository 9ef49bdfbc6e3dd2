import { open, readFile, type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Log } from "@airlock/platform";
import { isNoRoom, replaceFile } from "./durable-file.ts";

export interface StoredEntry {
  readonly revision: number;
  readonly text: string;
}

/**
 * The last good copy of a bucket on this machine's disk, from which a runtime serves when it starts while JetStream is unavailable.
 *
 * An append-only file of lines with checksums. A change appends a line, so that thousands of entries that arrive together need one sync; a line cut
 * short by a crash is skipped on reading. The file is compacted when most of its lines are outdated.
 */
export interface LastGood {
  readonly entries: ReadonlyMap<string, StoredEntry>;
  readonly put: (key: string, entry: StoredEntry) => void;
  readonly remove: (key: string, revision: number) => void;
  /** Resolves when everything put before is durable. Also writes the file if there was no room for it when it was opened. */
  readonly flush: () => Promise<void>;
  /** Whether the file was written since it was opened, and why the last write failed. */
  readonly state: () => { readonly isWritten: boolean; readonly obstacle: string | undefined };
  readonly close: () => Promise<void>;
}

const fewLines = 64;

export async function openLastGood(path: string, log: Log): Promise<LastGood> {
  const entries = new Map<string, StoredEntry>();
  readInto(entries, await readOrEmpty(path));
  /** Undefined until the file was compacted: appending to a torn last line would corrupt the new entry. */
  let file: FileHandle | undefined;
  let lines = 0;
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  /** After a failed write the content of the file is unknown, so the next write replaces the whole file. */
  let broken = false;
  let obstacle: string | undefined;

  async function compact(): Promise<void> {
    const count = entries.size;
    await replaceFile(path, wholeText(entries));
    await file?.close();
    file = await open(path, "a");
    lines = count;
  }

  /** Without room, all entries are in the old file, or there are none: the next flush tries again. */
  async function begin(): Promise<void> {
    try {
      await compact();
      if (obstacle !== undefined) log.info({ path }, "there is room for a file again");
      obstacle = undefined;
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      if (obstacle === undefined) log.warn({ err: error, path }, "no room for a file; it is kept as it is, and changes are not stored");
      obstacle = messageOf(error);
    }
  }

  async function write(): Promise<void> {
    if (file === undefined && !broken && waiting.length === 0) return begin();
    while (broken || waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const isRewritten = broken || lines + batch.length > fewLines + 2 * entries.size;
      broken = true;
      if (isRewritten || file === undefined) await compact();
      else {
        await file.appendFile(batch.join(""));
        await file.datasync();
        lines += batch.length;
      }
      broken = false;
      obstacle = undefined;
    }
  }

  async function flush(): Promise<void> {
    writing ??= write()
      .catch((error: unknown) => {
        obstacle = messageOf(error);
        throw error;
      })
      .finally(() => {
        writing = undefined;
      });
    await writing;
    // Entries that were put while the last batch was being written.
    if (waiting.length > 0) await flush();
  }

  await begin();
  return {
    entries,
    put: (key, entry) => {
      entries.set(key, entry);
      waiting.push(lineOf(key, entry.revision, entry.text));
    },
    remove: (key, revision) => {
      if (entries.delete(key)) waiting.push(lineOf(key, revision, null));
    },
    flush,
    state: () => ({ isWritten: file !== undefined, obstacle }),
    close: async () => {
      await flush();
      await file?.close();
    },
  };
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function lineOf(key: string, revision: number, text: string | null): string {
  const body = JSON.stringify([key, revision, text]);
  return `${crc32(body).toString(16).padStart(8, "0")} ${body}\n`;
}

function wholeText(entries: ReadonlyMap<string, StoredEntry>): string {
  return [...entries].map(([key, { revision, text }]) => lineOf(key, revision, text)).join("");
}

/** Skips damaged lines: the other entries can still be served. */
function readInto(entries: Map<string, StoredEntry>, text: string): void {
  for (const line of text.split("\n")) {
    const body = line.slice(9);
    if (body === "" || line.slice(0, 8) !== crc32(body).toString(16).padStart(8, "0")) continue;
    // The checksum proves that `lineOf` wrote it.
    const [key, revision, value] = JSON.parse(body) as [string, number, string | null];
    if (value === null) entries.delete(key);
    else entries.set(key, { revision, text: value });
  }
}
