/** Evaluation time of batches in one turn of the event loop, in milliseconds. */
const sliceMillis = 2;

/**
 * Shares the processor between batches: each turn of the event loop one batch evaluates for a slice, and organisations take turns. What is
 * not a batch is read, decided and answered in between.
 */
export interface Turns {
  /** Resolves when the organisation's next slice begins. */
  readonly next: (organisationId: string) => Promise<void>;
  /** When the slice that begins now is over, by `performance.now`. */
  readonly until: () => number;
}

export function createTurns(): Turns {
  /** In the order of their next slice: the first of a Map is the organisation that waited longest. */
  const waiting = new Map<string, (() => void)[]>();
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    setImmediate(run);
  }

  function run(): void {
    isScheduled = false;
    const [next] = waiting;
    if (next === undefined) return;
    const [organisationId, batches] = next;
    const begin = batches.shift();
    waiting.delete(organisationId);
    // Behind the others.
    if (batches.length > 0) waiting.set(organisationId, batches);
    begin?.();
    schedule();
  }

  return {
    next: (organisationId) =>
      new Promise((begin) => {
        const batches = waiting.get(organisationId);
        if (batches === undefined) waiting.set(organisationId, [begin]);
        else batches.push(begin);
        schedule();
      }),
    until: () => performance.now() + sliceMillis,
  };
}
