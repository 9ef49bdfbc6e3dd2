import { setTimeout as pause } from "node:timers/promises";

const dayMillis = 86_400_000;

/** Waits for the next day (UTC) if this one has too little time left: for tests of data by day. */
export async function withinADay(seconds: number): Promise<void> {
  const left = dayMillis - (Date.now() % dayMillis);
  // Fixed wait: the rest of the day is known.
  if (left < seconds * 1000) await pause(left);
}
