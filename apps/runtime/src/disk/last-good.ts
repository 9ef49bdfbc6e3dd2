import { mkdir, open, readFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import type { Log } from "@airlock/platform";
import { replaceFile } from "./durable-file.ts";

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
  /** Resolves when everything put before is durable. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const fewLines = 64;

export async function openLastGood(path: string, log: Log): Promise<LastGood> {
  await mkdir(dirname(path), { recursive: true });
  const entries = new Map<string, StoredEntry>();
  readInto(entries, await readOrEmpty(path));
  /** Undefined until the file was compacted: appending to a torn last line would corrupt the new entry. */
  let file: FileHandle | undefined;
  let lines = 0;
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  /** After a failed write the content of the file is unknown, so the next write replaces the whole file. */
  let broken = false;

  async function compact(): Promise<void> {
    const count = entries.size;
    await replaceFile(path, wholeText(entries));
    await file?.close();
    file = await open(path, "a");
    lines = count;
  }

  async function write(): Promise<void> {
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
    }
  }

  async function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
    // Entries that were put while the last batch was being written.
    if (waiting.length > 0) await flush();
  }

  await compact().catch((error: unknown) => {
    if (!["ENOSPC", "EDQUOT"].includes(codeOf(error))) throw error;
    // All entries are in the old file. The next change replaces it, or fails like any other while the disk is full.
    log.warn({ err: error, path }, "no room to compact a file; it is kept as it is");
  });
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
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ""; // Errors of node:fs carry a code.
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
