import type { Log } from "./log.ts";

type Step = { readonly name: string; readonly stop: () => Promise<unknown> | void };

/**
 * Stops a process in the reverse order of its start: what was opened last (the HTTP server) closes first, the stores close last. A step that hangs
 * does not block the process: at the deadline it exits with code 1 and logs the step.
 */
export interface Shutdown {
  readonly add: (name: string, stop: Step["stop"]) => void;
  readonly run: (reason: string) => Promise<void>;
}

export interface ShutdownOptions {
  readonly log: Log;
  readonly deadlineMillis?: number;
  readonly exit?: (code: number) => void;
}

export function createShutdown(options: ShutdownOptions): Shutdown {
  const { log, deadlineMillis = 10_000, exit = (code) => process.exit(code) } = options;
  const steps: Step[] = [];
  let running: Promise<void> | undefined;
  let current = "";

  async function stopAll(reason: string): Promise<void> {
    log.info({ reason }, "stopping");
    const timer = setTimeout(() => {
      log.error({ step: current }, "a step did not stop in time");
      exit(1);
    }, deadlineMillis);
    for (const step of steps.toReversed()) {
      current = step.name;
      try {
        await step.stop();
      } catch (error) {
        log.error({ err: error, step: step.name }, "a step failed to stop");
      }
    }
    clearTimeout(timer);
    log.info("stopped");
    exit(0);
  }

  return {
    add: (name, stop) => void steps.push({ name, stop }),
    run: (reason) => (running ??= stopAll(reason)),
  };
}

/** Stops on the signals of an operator; an unexpected error is logged before it ends the process. */
export function stopOnSignals(shutdown: Shutdown, log: Log): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void shutdown.run(signal));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an uncaught exception");
    process.exit(70);
  });
  process.on("unhandledRejection", (reason) => {
    log.fatal({ err: reason }, "an unhandled rejection");
    process.exit(70);
  });
}
