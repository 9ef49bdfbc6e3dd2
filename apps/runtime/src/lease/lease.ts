import { leaseMillis, leaseRenewalMillis } from "@airlock/contract";
import type { Log } from "@airlock/platform";

/**
 * This process's heartbeat. It is renewed every second and after each change, and only if the process has received and stored every deployment and
 * revocation: readers may rely on what a lease says.
 *
 * When the lease expired without a renewal, a stop may have been acknowledged without this process. Before the next decision it then tries to renew
 * again and queries its peers for what was stopped. If none can be reached, it continues with its last good copy; `docs/decisions` explains why.
 */
export interface Lease {
  /** Whether the last renewal is still valid. */
  readonly holds: () => boolean;
  /** Whether a decision may be made without `settle`. Cheap: called for every decision. */
  readonly fresh: () => boolean;
  /** Waits, up to a limit, until this process knows everything it can find out now. */
  readonly settle: () => Promise<void>;
  /** Something changed that the lease reports. */
  readonly changed: () => void;
  readonly stop: () => Promise<void>;
}

export interface LeaseOptions {
  /** Renews the lease; returns whether it succeeded. Never rejects. */
  readonly renew: (kind: "regular" | "change") => Promise<boolean>;
  /** Queries peers that may still receive the buckets. Never rejects. */
  readonly askPeers: () => Promise<void>;
  readonly log: Log;
  /** Monotonic: setting the clock back must not extend a lease. */
  readonly now?: () => number;
}

/** Maximum wait of a decision after the lease expired: within the two seconds of a cold start. */
const settleMillis = 800;
/** How long decisions continue without waiting after a failed attempt. The next attempt follows within a second unless the process is paused. */
const adriftMillis = 3 * leaseRenewalMillis;

export function startLease(options: LeaseOptions): Lease {
  const { renew, askPeers, log, now = () => performance.now() } = options;
  let validUntil = Number.NEGATIVE_INFINITY;
  /** Until then the process serves without a lease, because an attempt has just failed. */
  let adriftUntil = Number.NEGATIVE_INFINITY;
  let adrift = false;
  let attempt: Promise<void> | undefined;
  let settling: Promise<void> | undefined;
  let again: "regular" | "change" | undefined;
  let stopped = false;

  async function give(kind: "regular" | "change"): Promise<void> {
    // Measure validity from before the call: the lease describes the state when it was sent.
    const spoken = now();
    if (await renew(kind)) {
      validUntil = spoken + leaseMillis;
      if (adrift) log.info("the lease was renewed again");
      adrift = false;
    } else if (now() >= validUntil) {
      if (!adrift) log.warn("the lease has expired; serving the last good copy");
      adrift = true;
      await askPeers();
      adriftUntil = now() + adriftMillis;
    }
  }

  /** One attempt at a time. A request during an attempt starts another one right after it. */
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
