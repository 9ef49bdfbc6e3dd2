import { leaseMillis, type RuntimeLease } from "@airlock/contract";
import type { Log } from "@airlock/platform";
import type { Bucket } from "@airlock/platform";

/**
 * The runtimes that live, by their leases. A lease that was not renewed for its whole length is a runtime that is gone, but only if
 * it could have been heard: while JetStream is away every lease is silent, and a stop must not be taken for confirmed by that.
 */
export interface Runtimes {
  readonly live: () => readonly RuntimeLease[];
  /** Whether leases can be heard now; otherwise `live` is what was heard last. */
  readonly heard: () => boolean;
  /** Calls back at every change and whenever a lease may have run out; answers how to stop. */
  readonly onChange: (listener: () => void) => () => void;
  readonly stop: () => void;
}

const expiryCheckMillis = 250;

export function watchRuntimes(bucket: Bucket<"runtimes">, log: Log, now: () => number = () => performance.now()): Runtimes {
  const leases = new Map<string, { readonly lease: RuntimeLease; readonly heard: number }>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const watch = bucket.watch({
    log,
    onEntry: ({ key, value }) => {
      if (value === undefined) leases.delete(key);
      else leases.set(key, { lease: value, heard: now() });
      tell();
    },
    onSynced: () => {
      // Heard again: whoever lives has a whole lease to say so.
      for (const [key, { lease }] of leases) leases.set(key, { lease, heard: now() });
    },
  });
  const timer = setInterval(() => {
    if (!watch.synced()) return;
    for (const [key, { heard }] of leases) if (now() - heard > leaseMillis) leases.delete(key);
    tell();
  }, expiryCheckMillis);
  timer.unref();
  return {
    live: () => [...leases.values()].filter(({ heard }) => !watch.synced() || now() - heard <= leaseMillis).map(({ lease }) => lease),
    heard: () => watch.synced(),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      clearInterval(timer);
      watch.stop();
    },
  };
}
