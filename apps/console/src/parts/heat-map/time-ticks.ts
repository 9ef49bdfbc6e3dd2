const maxTicks = 8;

/** Whether the ticks of this time are days. */
export const hasDays = (start: number, end: number): boolean => end - start > 2 * 86_400_000;

/** A few whole steps: days of the reader's zone, or hours and minutes. */
export function timeTicks(start: number, end: number): readonly number[] {
  if (!hasDays(start, end)) {
    const step = Math.ceil((end - start) / maxTicks / 300_000) * 300_000;
    return Array.from({ length: Math.floor((end - start) / step) }, (_, index) => start + index * step);
  }
  const all: number[] = [];
  const date = new Date(start);
  date.setHours(0, 0, 0, 0);
  // Not 24 hours: a day on which the clocks change has 23 or 25.
  for (; date.getTime() < end; date.setDate(date.getDate() + 1)) if (date.getTime() >= start) all.push(date.getTime());
  const each = Math.ceil(all.length / maxTicks);
  return all.filter((_, index) => index % each === 0);
}
