import type { Log, Watch } from "@airlock/platform";

/** A watch, and the revision that it must have been told to know everything there is. */
export interface Watched {
  readonly watch: Pick<Watch, "applied" | "synced" | "restart">;
  readonly revision: number;
}

/** Less than what a decision waits for at most, since one may be waiting. */
const catchUpMillis = 700;
const lookMillis = 10;

/**
 * Waits for watches to hear what there is; answers whether they did. One that missed something is begun again, and so is one that has
 * stood still since it was looked at last. One that is still reading is left to read: begun again each time, a large bucket would never
 * be read to its end.
 */
export function createCatchUp(log: Log, millis = catchUpMillis): (watched: readonly Watched[]) => Promise<boolean> {
  const reached = new Map<Watched["watch"], number>();

  function begin({ watch }: Watched): void {
    const applied = watch.applied();
    const isReading = !watch.synced() && applied !== reached.get(watch);
    reached.set(watch, applied);
    if (isReading) return;
    log.warn("a watch has fallen behind and begins again");
    reached.delete(watch);
    watch.restart();
  }

  return async (watched) => {
    const behind = () => watched.filter(({ watch, revision }) => !watch.synced() || watch.applied() < revision);
    for (let waited = 0; waited < millis; waited += lookMillis) {
      if (behind().length === 0) return true;
      await new Promise((resolve) => setTimeout(resolve, lookMillis));
    }
    for (const one of behind()) begin(one);
    return false;
  };
}
