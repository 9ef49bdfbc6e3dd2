import { setTimeout as pause } from "node:timers/promises";

/** Polls until the condition is true or the time is up; returns whether it became true. */
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
