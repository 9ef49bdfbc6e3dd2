import type { Log } from "@airlock/platform";

/** Something that is opened as soon as what it stands on is there, while the process already answers what it can. */
export interface Later<T> {
  readonly now: () => T | undefined;
  /** Stops trying; answers what was opened, if anything was. */
  readonly stop: () => Promise<T | undefined>;
}

const retryMillis = 1_000;

export function startLater<T>(name: string, open: () => Promise<T>, log: Log): Later<T> {
  let opened: T | undefined;
  const stopping = new AbortController();

  async function keepTrying(): Promise<void> {
    let told = false;
    while (!stopping.signal.aborted) {
      try {
        opened = await open();
        return;
      } catch (error) {
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
    stop: async () => {
      stopping.abort();
      await trying;
      return opened;
    },
  };
}
