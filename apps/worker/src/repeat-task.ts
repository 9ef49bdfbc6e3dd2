import { setTimeout as waitFor } from "node:timers/promises";
import type { Postgres } from "@airlock/platform/postgres";
import { takeTask } from "./across-organisations.ts";
import { repeat, type RepeatOptions } from "./repeat.ts";

export interface RepeatTaskOptions extends Omit<RepeatOptions, "isDelayed"> {
  readonly postgres: Postgres;
  /** From the start of a short run, or about the end of a longer one, to the next run, in whichever worker. */
  readonly intervalSeconds: number;
}

/**
 * Repeats work that one worker does at a time: the first that is free when the interval is over takes the task, and takes it again while it works.
 * When that worker dies, another one takes over after the interval.
 */
export function repeatTask({ postgres, name, intervalSeconds, work, ...options }: RepeatTaskOptions): ReturnType<typeof repeat> {
  return repeat({
    ...options,
    name,
    work: async (signal) => {
      if (!(await takeTask(postgres, name, intervalSeconds))) return;
      const over = new AbortController();
      const renewing = renew(over.signal);
      try {
        await work(signal);
      } finally {
        over.abort();
        await renewing;
      }
    },
  });

  /** One after another: while Postgres is slow, more would only wait for connections. */
  async function renew(over: AbortSignal): Promise<void> {
    for (;;) {
      await waitFor((intervalSeconds * 1000) / 4, undefined, { signal: over }).catch(() => undefined);
      if (over.aborted) return;
      await takeTask(postgres, name, 0).catch((error: unknown) =>
        options.log.debug({ err: error, task: name }, "a task could not be renewed"),
      );
    }
  }
}
