import { setTimeout as pause } from "node:timers/promises";

const dayMillis = 86_400_000;

/** Waits for the next day (UTC) when this one has less left than what comes takes: for what is looked at by days. */
export async function withinADay(seconds: number): Promise<void> {
  const left = dayMillis - (Date.now() % dayMillis);
  // Fixed wait: the rest of the day is known.
  if (left < seconds * 1000) await pause(left);
}
