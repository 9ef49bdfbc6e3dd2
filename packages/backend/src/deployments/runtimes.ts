import { leaseMillis, type RuntimeLease } from "@airlock/contract";
import type { Log } from "@airlock/platform";
import type { Bucket } from "@airlock/platform";

/**
 * The live runtimes, by their leases. A lease that was not renewed in time means that its runtime has stopped, but only if a renewal could have been
 * received: while JetStream is unavailable no lease is renewed, and that must not count as the confirmation of a stop.
 */
export interface Runtimes {
  readonly live: () => readonly RuntimeLease[];
  /** Whether leases can be received now; otherwise `live` is the last known state. */
  readonly isSynced: () => boolean;
  /** Calls the listener on every change and whenever a lease may have expired; returns an unsubscribe function. */
  readonly onChange: (listener: () => void) => () => void;
  readonly stop: () => void;
}

const expiryCheckMillis = 250;

export function watchRuntimes(bucket: Bucket<"runtimes">, log: Log, now: () => number = () => performance.now()): Runtimes {
  const leases = new Map<string, { readonly lease: RuntimeLease; readonly renewed: number }>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const watch = bucket.watch({
    log,
    onEntry: ({ key, value }) => {
      if (value === undefined) leases.delete(key);
      else leases.set(key, { lease: value, renewed: now() });
      tell();
    },
    onSynced: () => {
      // Available again: every runtime gets the full time of a lease to renew it.
      for (const [key, { lease }] of leases) leases.set(key, { lease, renewed: now() });
    },
  });
  const timer = setInterval(() => {
    if (!watch.synced()) return;
    for (const [key, { renewed }] of leases) if (now() - renewed > leaseMillis) leases.delete(key);
    tell();
  }, expiryCheckMillis);
  timer.unref();
  return {
    live: () => [...leases.values()].filter(({ renewed }) => !watch.synced() || now() - renewed <= leaseMillis).map(({ lease }) => lease),
    isSynced: () => watch.synced(),
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
