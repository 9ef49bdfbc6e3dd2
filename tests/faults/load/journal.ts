import { open, type FileHandle } from "node:fs/promises";

/** What a caller saw of one requested decision. `reference` is in the input, so that a row can be traced to its attempt. */
export type Seen =
  | { readonly reference: string; readonly kind: "acknowledged"; readonly executionId: string; readonly millis: number }
  /** The server refused it. `evaluated`: it may have been logged anyway. */
  | { readonly reference: string; readonly kind: "refused"; readonly status: number; readonly code: string }
  /** The connection ended or timed out: the result is unknown. */
  | { readonly reference: string; readonly kind: "unknown"; readonly reason: string };

/**
 * The caller's own journal, synced to disk: requests and their responses. Compared with the log afterwards, it shows lost, duplicated and unexplained
 * executions.
 */
export interface Journal {
  readonly ask: (reference: string) => void;
  readonly saw: (seen: Seen) => void;
  readonly requested: () => ReadonlySet<string>;
  readonly seen: () => readonly Seen[];
  /** Resolves when everything up to now is on disk. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const syncMillis = 50;

export async function openJournal(path: string): Promise<Journal> {
  const file: FileHandle = await open(path, "a");
  const requested = new Set<string>();
  const seen: Seen[] = [];
  let lines: string[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (lines.length === 0) return;
    const text = lines.join("");
    lines = [];
    await file.appendFile(text);
    await file.datasync();
  }
  const sync = (): Promise<void> => (writing = writing.then(write));
  const timer = setInterval(() => void sync(), syncMillis).unref();

  return {
    ask: (reference) => {
      requested.add(reference);
      lines.push(`${Date.now()} requested ${reference}\n`);
    },
    saw: (one) => {
      seen.push(one);
      lines.push(`${Date.now()} ${JSON.stringify(one)}\n`);
    },
    requested: () => requested,
    seen: () => seen,
    sync,
    close: async () => {
      clearInterval(timer);
      await sync();
      await file.close();
    },
  };
}
