import { untilReady, type Log, type PartState } from "@airlock/platform";

/** A dependency that is opened as soon as possible, while the process already serves requests. */
export interface Later<T> {
  readonly now: () => T | undefined;
  /** For `/ready`: before that, the process should get no traffic. */
  readonly check: () => PartState;
  /** Stops retrying; returns what was opened, if anything. */
  readonly stop: () => Promise<T | undefined>;
}

const retryMillis = 1_000;

export function startLater<T>(name: string, open: () => Promise<T>, log: Log): Later<T> {
  let opened: T | undefined;
  let state: PartState = { ok: false, detail: "not done yet" };
  const stopping = new AbortController();

  const trying = untilReady({
    name,
    attempt: async () => {
      opened = await open();
      state = { ok: true };
    },
    retryMillis,
    signal: stopping.signal,
    onFailure: (error) => {
      state = { ok: false, detail: error instanceof Error ? error.message : String(error) };
    },
    log,
  });
  return {
    now: () => opened,
    check: () => state,
    stop: async () => {
      stopping.abort();
      await trying;
      return opened;
    },
  };
}
