/** Evaluation time of batches per turn of the event loop, in milliseconds. */
const sliceMillis = 2;

/**
 * Shares the event loop between batches: in each turn of the loop one batch evaluates for a slice, and organisations take turns. Other calls are
 * read, decided and answered in between.
 */
export interface Turns {
  /** Resolves when the organisation's next slice begins. */
  readonly next: (organisationId: string) => Promise<void>;
  /** When the slice that begins now ends, by `performance.now`. */
  readonly until: () => number;
}

export function createTurns(): Turns {
  /** In the order of their next slice: the first entry is the organisation that waited longest. */
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
    // To the end of the rotation.
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
