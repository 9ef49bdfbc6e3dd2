import type { Log } from "@airlock/platform";

export interface LastUse {
  /** Cheap: one map lookup. */
  readonly note: (keyId: string, atMillis: number) => void;
  /** Writes due keys. Returns their number. */
  readonly flush: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface LastUseOptions {
  /** Moves the last use of these keys forward. */
  readonly write: (uses: readonly (readonly [keyId: string, atMillis: number])[]) => Promise<void>;
  readonly log: Log;
  readonly now?: () => number;
}

/** The first use of a key is written within a second or two. */
const flushMillis = 1_000;
/** A key in constant use is written no more often than this. */
const restMillis = 30_000;
const atOnce = 5_000;
/** Beyond this limit, unknown keys are not recorded until their next use. Only a flood of made-up keys reaches it. */
const maxKeys = 200_000;

/**
 * When each key was last used, collected from stored executions and written rarely: the date is informational, so neither the execute path nor the
 * database should pay for it on every decision. Failed writes are retried.
 */
export function createLastUse(options: LastUseOptions): LastUse {
  const { write, log, now = Date.now } = options;
  const pending = new Map<string, number>();
  const writtenAt = new Map<string, number>();
  let writing: Promise<number> | undefined;

  function due(everything: boolean): readonly (readonly [string, number])[] {
    const found: (readonly [string, number])[] = [];
    for (const entry of pending) {
      const rested = now() - (writtenAt.get(entry[0]) ?? Number.NEGATIVE_INFINITY) >= restMillis;
      if ((rested || everything) && found.push(entry) >= atOnce) break;
    }
    return found;
  }

  async function writeOnce(everything: boolean): Promise<number> {
    const uses = due(everything);
    if (uses.length === 0) return 0;
    try {
      await write(uses);
    } catch (error) {
      log.warn({ err: error, keys: uses.length }, "the last use of keys could not be written yet");
      return 0;
    }
    for (const [keyId, at] of uses) {
      // A later use may have been noted during the write.
      if (pending.get(keyId) === at) pending.delete(keyId);
      writtenAt.set(keyId, now());
    }
    for (const [keyId, at] of writtenAt) if (now() - at >= restMillis) writtenAt.delete(keyId);
    return uses.length;
  }

  async function flush(everything = false): Promise<number> {
    await writing;
    writing = writeOnce(everything);
    const written = await writing;
    writing = undefined;
    return written;
  }

  const timer = setInterval(() => {
    if (writing === undefined) void flush();
  }, flushMillis);
  timer.unref();

  return {
    note: (keyId, at) => {
      const known = pending.get(keyId);
      if (known === undefined ? pending.size < maxKeys : known < at) pending.set(keyId, at);
    },
    flush: () => flush(),
    stop: async () => {
      clearInterval(timer);
      while ((await flush(true)) > 0);
    },
  };
}
