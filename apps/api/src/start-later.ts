import type { Log, PartState } from "@airlock/platform";

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

  async function keepTrying(): Promise<void> {
    let told = false;
    while (!stopping.signal.aborted) {
      try {
        opened = await open();
        state = { ok: true };
        return;
      } catch (error) {
        state = { ok: false, detail: error instanceof Error ? error.message : String(error) };
        if (!told) log.warn({ err: error, part: name }, "not there yet; trying on");
        told = true;
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, retryMillis);
          stopping.signal.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve(undefined);
          });
        });
      }
    }
  }
  const trying = keepTrying();
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
