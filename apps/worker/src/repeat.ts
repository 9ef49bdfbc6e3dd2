import { setTimeout as waitFor } from "node:timers/promises";
import type { Log } from "@airlock/platform";

export interface RepeatOptions {
  /** Its name in the log. */
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly restMillis: number;
  /** Also waits before the first run. */
  readonly isDelayed?: boolean;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Log;
}

/** Repeats work until stopped. A failure is logged once, and again only after a success in between. */
export function repeat({ name, restMillis, isDelayed = false, work, log }: RepeatOptions): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  async function run(): Promise<void> {
    let isLogged = false;
    const rest = () => waitFor(restMillis, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (isDelayed) await rest();
    while (!stopping.signal.aborted) {
      try {
        await work(stopping.signal);
        isLogged = false;
      } catch (error) {
        if (!isLogged && !stopping.signal.aborted) log.warn({ err: error, task: name }, "a task failed and will be retried");
        isLogged = true;
      }
      await rest();
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
