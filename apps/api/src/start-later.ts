import { untilReady, type Log, type PartState } from "@airlock/platform";

/** Something that is opened as soon as what it stands on is there, while the process already answers what it can. */
export interface Later<T> {
  readonly now: () => T | undefined;
  /** For `/ready`: who may do nothing yet is better not sent anybody. */
  readonly check: () => PartState;
  /** Stops trying; answers what was opened, if anything was. */
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
