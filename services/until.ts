import { setTimeout as pause } from "node:timers/promises";

/** Asks again and again until the answer is yes or the time is up. */
export async function until(
  ask: () => Promise<boolean>,
  limit: { readonly seconds: number; readonly everyMillis?: number },
): Promise<boolean> {
  const end = performance.now() + limit.seconds * 1000;
  for (;;) {
    if (await ask()) return true;
    if (performance.now() >= end) return false;
    await pause(limit.everyMillis ?? 50);
  }
}
