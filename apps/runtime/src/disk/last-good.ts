import { mkdir, open, readFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { replaceFile } from "./durable-file.ts";

export interface StoredEntry {
  readonly revision: number;
  readonly text: string;
}

/**
 * The last good copy of a bucket on this machine's disk: what a runtime serves by when it starts and nothing else answers.
 *
 * A file of lines, each with its checksum. A change appends a line, so thousands of entries cost one sync for all that came
 * together; a line cut short by a crash is left out on reading. When most lines are outdated the file is written anew.
 */
export interface LastGood {
  readonly entries: ReadonlyMap<string, StoredEntry>;
  readonly put: (key: string, entry: StoredEntry) => void;
  readonly remove: (key: string, revision: number) => void;
  /** Answers when everything put before is on the disk. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const fewLines = 64;

export async function openLastGood(path: string): Promise<LastGood> {
  await mkdir(dirname(path), { recursive: true });
  const entries = new Map<string, StoredEntry>();
  readInto(entries, await readOrEmpty(path));
  // Begins clean: no torn tail to append to.
  await replaceFile(path, wholeText(entries));
  let file: FileHandle = await open(path, "a");
  let lines = entries.size;
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  /** A write failed, so what the file holds is not known: the next one writes it anew. */
  let broken = false;

  async function write(): Promise<void> {
    while (broken || waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const anew = broken || lines + batch.length > fewLines + 2 * entries.size;
      broken = true;
      if (anew) {
        const count = entries.size;
        await replaceFile(path, wholeText(entries));
        await file.close();
        file = await open(path, "a");
        lines = count;
      } else {
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
    // What was put while the last batch was written.
    if (waiting.length > 0) await flush();
  }

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
      await file.close();
    },
  };
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return ""; // Errors of node:fs carry a code.
    throw error;
  }
}

function lineOf(key: string, revision: number, text: string | null): string {
  const body = JSON.stringify([key, revision, text]);
  return `${crc32(body).toString(16).padStart(8, "0")} ${body}\n`;
}

function wholeText(entries: ReadonlyMap<string, StoredEntry>): string {
  return [...entries].map(([key, { revision, text }]) => lineOf(key, revision, text)).join("");
}

/** A bad line is passed over: the others are still worth serving by. */
function readInto(entries: Map<string, StoredEntry>, text: string): void {
  for (const line of text.split("\n")) {
    const body = line.slice(9);
    if (body === "" || line.slice(0, 8) !== crc32(body).toString(16).padStart(8, "0")) continue;
    // The checksum says that `lineOf` wrote it.
    const [key, revision, value] = JSON.parse(body) as [string, number, string | null];
    if (value === null) entries.delete(key);
    else entries.set(key, { revision, text: value });
  }
}
