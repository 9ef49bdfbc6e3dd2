import type { LastGood, StoredEntry } from "./last-good.ts";

/** `LastGood` in memory, for tests of its users. */
export function memoryLastGood(): LastGood {
  const entries = new Map<string, StoredEntry>();
  return {
    entries,
    put: (key, entry) => void entries.set(key, entry),
    remove: (key) => void entries.delete(key),
    flush: () => Promise.resolve(),
    state: () => ({ isWritten: true, obstacle: undefined }),
    close: () => Promise.resolve(),
  };
}
