import { createLanes, type Lane } from "./lanes.ts";

export interface SlotLimits {
  /** Limits of running entries, per owner and in total. */
  readonly each: number;
  readonly all: number;
  /** Limit of waiting entries per owner; further ones are refused. */
  readonly waitingEach: number;
  /** How long an entry waits before it is refused. */
  readonly waitMillis: number;
}

/** There is no capacity for this work now. */
export class Busy extends Error {
  /** True if the owner's own work fills its share, false if it is the work of all owners together. */
  readonly isOwn: boolean;
  readonly retryAfterSeconds: number;

  constructor(isOwn: boolean, retryAfterSeconds: number) {
    super(isOwn ? "The owner has too much work running." : "All owners together have too much work running.");
    this.isOwn = isOwn;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface SlotQueue {
  /** Resolves to the function that releases the slot. Rejects with `Busy`, or with the signal's reason. */
  readonly enter: (owner: string, signal?: AbortSignal) => Promise<() => void>;
  /** Does the work in a slot. Rejects like `enter`, or like the work. */
  readonly run: <Result>(owner: string, signal: AbortSignal | undefined, work: () => Promise<Result>) => Promise<Result>;
  readonly running: () => number;
}

interface Waiting {
  readonly start: (leave: () => void) => void;
}

/** Slots that owners take in turn (round robin), so that a long queue of one owner does not delay the first entry of another. */
export function createSlotQueue(limits: SlotLimits): SlotQueue {
  const lanes = createLanes(limits);
  // Owners in the order of their next turn.
  const queues = new Map<string, Set<Waiting>>();
  const retryAfterSeconds = Math.max(1, Math.ceil(limits.waitMillis / 4_000));

  /** A released slot is given to the next owner that is below its own limit. */
  function next(): void {
    for (const [owner, queue] of queues) {
      const lane = lanes.enter(owner);
      if (lane === undefined) continue;
      const [first] = queue;
      if (first === undefined) {
        lane.leave();
        continue;
      }
      queue.delete(first);
      queues.delete(owner);
      if (queue.size > 0) queues.set(owner, queue);
      first.start(releasing(lane));
      return;
    }
  }

  function releasing(lane: Lane): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      lane.leave();
      next();
    };
  }

  function wait(owner: string, signal: AbortSignal | undefined): Promise<() => void> {
    const queue = queues.get(owner) ?? new Set<Waiting>();
    if (queue.size >= limits.waitingEach) return Promise.reject(new Busy(true, retryAfterSeconds));
    queues.set(owner, queue);
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
      };
      const waiting: Waiting = {
        start: (leave) => {
          settle();
          resolve(leave);
        },
      };
      const give = (reason: unknown): void => {
        settle();
        queue.delete(waiting);
        if (queue.size === 0 && queues.get(owner) === queue) queues.delete(owner);
        reject(reason);
      };
      const aborted = (): void => give(signal?.reason);
      const timer = setTimeout(() => give(new Busy(lanes.isFull(owner), retryAfterSeconds)), limits.waitMillis);
      signal?.addEventListener("abort", aborted, { once: true });
      queue.add(waiting);
    });
  }

  function enter(owner: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const lane = lanes.enter(owner);
    return lane === undefined ? wait(owner, signal) : Promise.resolve(releasing(lane));
  }

  return {
    enter,
    run: async (owner, signal, work) => {
      const leave = await enter(owner, signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    running: () => lanes.inside(),
  };
}
