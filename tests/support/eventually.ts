import { setTimeout as pause } from "node:timers/promises";

export interface Limit {
  readonly seconds?: number;
  readonly everyMillis?: number;
}

/** Polls until there is a result, and reports what was awaited on a timeout. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>, limit: Limit = {}): Promise<T> {
  const { seconds = 60, everyMillis = 50 } = limit;
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() >= end) throw new Error(`Waited ${seconds} s in vain: ${what}.`);
    await pause(everyMillis); // Fixed wait: between two polls.
  }
}
