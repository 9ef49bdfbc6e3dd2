import type { Log, Watch } from "@airlock/platform";

/** A watch, and the revision that it must have received to be up to date. */
export interface Watched {
  readonly watch: Pick<Watch, "applied" | "synced" | "restart">;
  readonly revision: number;
}

/** Less than the maximum wait of a decision, since one may be waiting. */
const catchUpMillis = 700;
const lookMillis = 10;

/**
 * Waits until watches have received the latest revision; returns whether they have. A watch that missed something is restarted, and so is one without
 * progress since the last check. One that is still reading is not: restarted each time, it would never finish a large bucket.
 */
export function createCatchUp(log: Log, millis = catchUpMillis): (watched: readonly Watched[]) => Promise<boolean> {
  const reached = new Map<Watched["watch"], number>();

  function begin({ watch }: Watched): void {
    const applied = watch.applied();
    const isReading = !watch.synced() && applied !== reached.get(watch);
    reached.set(watch, applied);
    if (isReading) return;
    log.warn("a watch has fallen behind and is restarted");
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
