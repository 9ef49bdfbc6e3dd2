import { leaseMillis, leaseRenewalMillis } from "@airlock/contract";
import type { Log } from "@airlock/platform";

/**
 * This process's word that it is alive and up to date. It is given once a second, and again at each change, and only when the
 * process has seen and stored every deployment and every revocation there is: who reads a lease may rely on what it says.
 *
 * When the word could not be given for as long as a lease lasts, a stop may have been acknowledged without this process. It then
 * tries once more before it answers the next decision, asks its peers what was stopped, and goes on with its last good copy if
 * nobody can be reached. `docs/decisions` says why it goes on at all.
 */
export interface Lease {
  /** Whether the last word still holds. */
  readonly holds: () => boolean;
  /** Whether a decision may be made without `settle`. Cheap: asked for every one. */
  readonly fresh: () => boolean;
  /** Waits, within bounds, until this process knows as much as it can know now. */
  readonly settle: () => Promise<void>;
  /** Something changed that the lease tells. */
  readonly changed: () => void;
  readonly stop: () => Promise<void>;
}

export interface LeaseOptions {
  /** Gives the word; answers whether it was taken. Never rejects. */
  readonly renew: (kind: "regular" | "change") => Promise<boolean>;
  /** Asks those who may still hear the buckets. Never rejects. */
  readonly askPeers: () => Promise<void>;
  readonly log: Log;
  /** Monotonic: a clock that is set back must not make a lease last longer. */
  readonly now?: () => number;
}

/** What a decision waits at most when the lease has lapsed: within the two seconds of a cold start. */
const settleMillis = 800;
/** How long a failed attempt lets decisions go on without waiting. The next attempt is a second away unless the process is paused. */
const adriftMillis = 3 * leaseRenewalMillis;

export function startLease(options: LeaseOptions): Lease {
  const { renew, askPeers, log, now = () => performance.now() } = options;
  let validUntil = Number.NEGATIVE_INFINITY;
  /** Until then the process goes on without a lease, because an attempt failed just now. */
  let adriftUntil = Number.NEGATIVE_INFINITY;
  let adrift = false;
  let attempt: Promise<void> | undefined;
  let settling: Promise<void> | undefined;
  let again: "regular" | "change" | undefined;
  let stopped = false;

  async function give(kind: "regular" | "change"): Promise<void> {
    // From before the call: the word is about the moment it was spoken, not the one it was heard.
    const spoken = now();
    if (await renew(kind)) {
      validUntil = spoken + leaseMillis;
      if (adrift) log.info("the lease holds again");
      adrift = false;
    } else if (now() >= validUntil) {
      if (!adrift) log.warn("the lease has run out; going on with the last good copy");
      adrift = true;
      await askPeers();
      adriftUntil = now() + adriftMillis;
    }
  }

  /** One at a time; what comes meanwhile follows at once. */
  function run(kind: "regular" | "change"): Promise<void> {
    if (attempt !== undefined) {
      if (again !== "regular") again = kind;
      return attempt;
    }
    attempt = give(kind).finally(() => {
      attempt = undefined;
      const next = again;
      again = undefined;
      if (next !== undefined && !stopped) void run(next);
    });
    return attempt;
  }

  async function settleOnce(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, settleMillis);
    });
    await Promise.race([run("regular"), late]);
    clearTimeout(timer);
    adriftUntil = Math.max(adriftUntil, now() + leaseRenewalMillis);
  }

  const timer = setInterval(() => void run("regular"), leaseRenewalMillis);
  void run("regular");
  return {
    holds: () => now() < validUntil,
    fresh: () => {
      const time = now();
      return time < validUntil || time < adriftUntil;
    },
    settle: () => {
      settling ??= settleOnce().finally(() => {
        settling = undefined;
      });
      return settling;
    },
    changed: () => void run("change"),
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await attempt;
    },
  };
}
