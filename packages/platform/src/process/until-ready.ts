import type { Log } from "./log.ts";

export interface UntilReadyOptions<Result> {
  /** Its name in the log. */
  readonly name: string;
  readonly attempt: () => Promise<Result>;
  readonly retryMillis: number;
  /** Ends the attempts: no new one is made, and the wait between two ends immediately. */
  readonly signal?: AbortSignal | undefined;
  readonly onFailure?: (error: unknown) => void;
  readonly log: Pick<Log, "warn">;
}

/** Retries until it succeeds, however long that takes. Only the first failure is logged. Returns undefined if it was aborted. */
export async function untilReady<Result>(options: UntilReadyOptions<Result>): Promise<Result | undefined> {
  const { name, attempt, retryMillis, signal, onFailure, log } = options;
  const isEnded = (): boolean => signal?.aborted === true;
  let isLogged = false;
  while (!isEnded()) {
    try {
      return await attempt();
    } catch (error) {
      // A failure caused by aborting is not worth a warning.
      if (isEnded()) break;
      onFailure?.(error);
      if (!isLogged) log.warn({ err: error, part: name }, "not ready yet; retrying");
      isLogged = true;
    }
    await pause(retryMillis, signal);
  }
  return undefined;
}

function pause(millis: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    signal?.addEventListener("abort", end, { once: true });
  });
}
